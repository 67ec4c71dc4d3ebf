// The figures of a soak and their report: a line from time to time, and a table at the end.
import { noFigures, type AppFigures } from '../chaos/app.js'
import type { Verdict } from '../chaos/verdict.js'
import type { Answers } from './hostility.js'
import { MAX_MIB } from './memory.js'
import { RestWatch } from './rest.js'

const COUNTS = ['pushes', 'retries', 'stubborn', 'faults', 'unanswered'] as const

type Sums = Pick<Verdict, 'lost' | 'doubled' | 'gaps' | 'wrong' | 'resumes' | 'resyncs' | 'heard'>

export class Figures {
  seed = 0
  rounds = 0
  /** The fault that is being injected. */
  now = 'nothing'
  /** The number of faults of each kind. */
  readonly faults: Record<string, number> = {}
  readonly answers: Answers = {}
  readonly sums: Sums = { lost: 0, doubled: 0, gaps: 0, wrong: 0, resumes: 0, resyncs: 0, heard: 0 }
  memory = { worstMiB: 0, ownDelayMs: 0 }
  readonly rest = new RestWatch()
  /** The broken promises, each with its round. */
  private readonly found: string[] = []
  private readonly begun: AppFigures[] = []

  /** Adds the figures of a round, which continue to change. */
  begin (apps: AppFigures): AppFigures {
    this.begun.push(apps)
    return apps
  }

  add (verdict: Verdict): void {
    for (const name of Object.keys(this.sums) as (keyof Sums)[]) this.sums[name] += verdict[name]
  }

  note (place: string, broken: string[]): void {
    this.found.push(...broken.map(promise => `round ${this.rounds + 1} (${place}): ${promise}`))
  }

  /** The broken promises; empty if all were kept. */
  get broken (): string[] {
    const { worstMiB } = this.memory
    return worstMiB > MAX_MIB ? [...this.found, `a replica needed ${Math.round(worstMiB)} MiB`] : this.found
  }

  get apps (): AppFigures {
    const sum = noFigures()
    for (const apps of this.begun) for (const name of COUNTS) sum[name] += apps[name]
    return sum
  }

  get breaks (): number {
    return total(this.faults)
  }

  get inputs (): number {
    return Object.values(this.answers).reduce((sum, answers) => sum + total(answers), 0)
  }

  line (): string {
    const { pushes, faults } = this.apps
    const { lost, doubled, gaps, wrong } = this.sums
    return `round ${this.rounds + 1}: faults ${this.breaks}, pushes ${pushes}, hostile inputs ${this.inputs}, ` +
      `lost ${lost}, doubled ${doubled}, gaps ${gaps}, viewers that differ ${wrong}, 500s ${faults}, ` +
      `promises broken ${this.broken.length}, memory at most ${Math.round(this.memory.worstMiB)} MiB, now: ${this.now}`
  }

  /** Formats all figures as Markdown. */
  table (): string {
    const outcomes = [...new Set(Object.values(this.answers).flatMap(answers => Object.keys(answers)))].sort()
    return [
      row('fault', 'times'), rule(2), ...Object.entries(this.faults).map(pair => row(...pair)), row('all', this.breaks), '',
      row('figure', ''), rule(2), ...Object.entries(this.named()).map(pair => row(...pair)), '',
      row('hostile inputs', 'all', ...outcomes), rule(outcomes.length + 2),
      ...Object.entries(this.answers).map(([name, answers]) =>
        row(name, total(answers), ...outcomes.map(outcome => answers[outcome] ?? 0))),
      row('all', this.inputs,
        ...outcomes.map(outcome => Object.values(this.answers).reduce((sum, answers) => sum + (answers[outcome] ?? 0), 0))),
      '', ...this.rest.lines
    ].join('\n')
  }

  private named (): Record<string, number> {
    const { pushes, retries, stubborn, faults, unanswered } = this.apps
    return {
      rounds: this.rounds,
      pushes,
      'pushes repeated': retries,
      'more than once': stubborn,
      'without an answer': unanswered,
      'other answers than 200 and 503': faults,
      ...this.sums,
      restarts: (this.faults['replicas are killed'] ?? 0) + (this.faults['replicas are asked to end'] ?? 0),
      'memory of a replica at most, MiB': Math.round(this.memory.worstMiB),
      'delay of the soak itself at most, ms': Math.round(this.memory.ownDelayMs)
    }
  }
}

function total (counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function row (...cells: (string | number)[]): string {
  return `| ${cells.map(cell => cell.toLocaleString('en')).join(' | ')} |`
}

function rule (columns: number): string {
  return `|${'---|'.repeat(columns)}`
}
