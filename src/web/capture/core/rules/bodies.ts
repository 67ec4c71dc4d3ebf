// The large bodies of rules. They are fetched separately, as soon as the rules arrive: if they were fetched at the first match, the app's
// request would have to wait.
import type { StoredBodies } from '../../../../rules/answer.js'
import { storedBodies } from '../../../../rules/stored-bodies.js'
import type { Rule } from '../../../../schema/rule.js'
import { quiet, type Host } from '../host.js'
import type { RulesTransport } from './transport.js'

const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 60_000

interface Missing {
  /** A rule that needs it. */
  ruleId: string
  failures: number
  /** It is not fetched before. */
  fromMs: number
}

export type GivenBody = (stored: string) => Uint8Array<ArrayBuffer> | undefined

export class RuleBodies {
  private readonly bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  private missing = new Map<string, Missing>()
  private isLoading = false
  private isOver = false
  private cancelTimer: (() => void) | undefined

  /** `given`: the body with this fingerprint, if it is here already. `loaded`: called after each body that has come. */
  constructor (
    private readonly transport: Pick<RulesTransport, 'body'>, private readonly host: Pick<Host, 'now' | 'setTimer'>,
    private readonly given: GivenBody, private readonly loaded: () => void
  ) {}

  get known (): StoredBodies {
    return this.bytes
  }

  /** Fetches the bodies of these rules that are not there yet, and drops those of others. */
  load (rules: readonly Rule[]): void {
    const before = this.missing
    const wanted = new Map(rules.flatMap(({ id, action }) => storedBodies(action).map(({ stored }) => [stored, id])))
    for (const name of [...this.bytes.keys()]) if (!wanted.has(name)) this.bytes.delete(name)
    for (const name of wanted.keys()) {
      const given = this.bytes.has(name) ? undefined : quiet(() => this.given(name))
      if (given) this.bytes.set(name, given)
    }
    this.missing = new Map([...wanted].filter(([name]) => !this.bytes.has(name))
      .map(([name, ruleId]) => [name, { failures: 0, fromMs: 0, ...before.get(name), ruleId }]))
    this.next()
  }

  stop (): void {
    this.isOver = true
    this.cancelTimer?.()
  }

  // One after the other, so that the app's requests get connections. One that fails waits for its next turn, and the others go on.
  private next (): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    const [first] = [...this.missing].sort(([, a], [, b]) => a.fromMs - b.fromMs)
    if (!first || this.isLoading || this.isOver) return
    const [name, { ruleId, fromMs }] = first
    const waitMs = fromMs - this.host.now()
    if (waitMs > 0) this.cancelTimer = this.host.setTimer(() => this.next(), waitMs)
    else {
      this.isLoading = true
      this.transport.body(ruleId, name).then(bytes => this.came(name, bytes), () => this.failed(name)).catch(() => {})
    }
  }

  private came (name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.isLoading = false
    if (this.missing.delete(name) && !this.isOver) {
      this.bytes.set(name, bytes)
      this.loaded()
    }
    this.next()
  }

  private failed (name: string): void {
    this.isLoading = false
    const body = this.missing.get(name)
    if (body) body.fromMs = this.host.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** body.failures++)
    this.next()
  }
}
