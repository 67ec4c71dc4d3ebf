// The large bodies of rules, which are fetched by themselves when the rules come: at a match, the app's request would wait for them.
import type { Rule, RuleBody } from '../../../../schema/rule.js'
import type { StoredBodies } from '../../../../rules/answer.js'
import type { Host } from '../host.js'
import type { RulesTransport } from './transport.js'

const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000

export class RuleBodies {
  private readonly bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  private wanted = new Map<string, string>()
  private isLoading = false
  private isOver = false

  /** `loaded`: called after each body that has come. */
  constructor (
    private readonly transport: Pick<RulesTransport, 'body'>, private readonly host: Pick<Host, 'setTimer'>,
    private readonly loaded: () => void
  ) {}

  get known (): StoredBodies {
    return this.bytes
  }

  /** Fetches the bodies of these rules that are not there yet, and drops those of others. */
  load (rules: readonly Rule[]): void {
    this.wanted = new Map(rules.filter(({ enabled }) => enabled)
      .flatMap(rule => storedIn(rule).map(stored => [stored, rule.id] as const)))
    for (const stored of [...this.bytes.keys()]) if (!this.wanted.has(stored)) this.bytes.delete(stored)
    if (!this.isLoading) this.next(0)
  }

  stop (): void {
    this.isOver = true
  }

  // One after the other, so that the app's requests get connections.
  private next (failures: number): void {
    const [stored, ruleId] = [...this.wanted].find(([stored]) => !this.bytes.has(stored)) ?? []
    this.isLoading = stored !== undefined && ruleId !== undefined && !this.isOver
    if (!this.isLoading) return
    this.transport.body(ruleId as string, stored as string).then(bytes => {
      if (this.isOver) return
      if (this.wanted.has(stored as string)) {
        this.bytes.set(stored as string, bytes)
        this.loaded()
      }
      this.next(0)
    }, () => {
      this.host.setTimer(() => this.next(failures + 1), Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
    }).catch(() => {})
  }
}

function storedIn ({ action }: Rule): string[] {
  const bodies: (RuleBody | undefined)[] = action.type === 'respond'
    ? [action.body]
    : action.type === 'change' ? [action.request?.body, action.response?.body] : []
  return bodies.flatMap(body => body && 'stored' in body ? body.stored : [])
}
