// The rules of the session, for the code in this process that applies them. Addresses that are not recorded are not matched either: nobody
// would see which rule applied.
import type { ClientRequest } from 'node:http'
import type { StartingRequest } from '../../../../rules/starting-request.js'
import type { Picked } from '../../../../rules/rule-book.js'
import type { Rule } from '../../../../schema/rule.js'
import type { Book } from '../call.js'
import { headerOf, rawHeader } from '../headers.js'
import { ruleEffects, type Destination } from '../rule-effect.js'
import { later, never } from '../natives.js'
import { RuledCall } from '../ruled-call.js'
import type { Ruling } from './dispatching.js'
import { textOfFetch, type FetchRuling } from './global-dispatcher.js'
import type { HttpRuling } from './http-agent.js'

/** The link to the rules of the session. */
export interface RuleSource {
  readonly hasRules: boolean
  /** Whether a rule asks for bodies. */
  readonly readsBody: boolean
  pick (asked: StartingRequest, unsure?: (rule: Rule) => void): Picked | undefined
  wait (picked: Picked, ms: number, done: (isRuled: boolean) => void): () => void
}

// The longest timer that Node has.
const FOREVER_MS = 2 ** 31 - 1

export class NodeRuling implements Ruling, FetchRuling, HttpRuling {
  /** `allows`: whether the app has opted in to rules for this address. */
  constructor (
    private readonly source: RuleSource, private readonly book: Book, private readonly allows: (url: string) => boolean,
    /** The name that the app gives itself. */
    private readonly name: string | undefined
  ) {}

  get isActive (): boolean {
    return this.source.hasRules
  }

  get readsBody (): boolean {
    return this.source.readsBody
  }

  bodyText (): string | undefined {
    return this.readsBody ? textOfFetch() : undefined
  }

  pick (asked: StartingRequest): { picked: Picked, call: RuledCall } | undefined {
    if (!this.looksAt(asked.url)) return undefined
    const picked = this.source.pick(this.named(asked))
    const call = picked && this.begin(asked)
    return call && { picked, call }
  }

  pickHttp (asked: StartingRequest, request: ClientRequest, place: Destination): Picked | undefined {
    if (!this.looksAt(asked.url)) return undefined
    let unsure: string | undefined
    const picked = this.source.pick(this.named({ ...asked, actions: ['respond', 'fail', 'pass'] }), ({ name }) => { unsure ??= name })
    const note = unsure === undefined ? undefined : `rule "${unsure}" not applied: ${BEYOND_HTTP}`
    if (picked ?? note) ruleEffects.put(request, { applied: picked?.applied, note, place })
    return picked
  }

  /** The request that waits keeps the process alive, as one that is under way does. */
  wait (picked: Picked, ms: number, done: (isRuled: boolean) => void): () => void {
    const alive = later(() => {}, FOREVER_MS)
    const cancel = this.source.wait(picked, ms, isRuled => {
      never(alive)
      done(isRuled)
    })
    return () => {
      never(alive)
      cancel()
    }
  }

  private named (asked: StartingRequest): StartingRequest {
    // The body is a getter.
    return this.name === undefined ? asked : Object.defineProperty(asked, 'source', { value: this.name, enumerable: true })
  }

  private looksAt (url: string): boolean {
    return !this.book.ignores(url) && this.allows(url)
  }

  private begin ({ method, url, headers = [] }: StartingRequest): RuledCall | undefined {
    const pairs = headers.flatMap(([name, value]) => [name, value])
    const raw = rawHeader(`${method} ${/^[^:]+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] || '/'} HTTP/1.1`, pairs)
    const exchange = this.book.begin({ method, api: url, requestHeader: raw })
    if (!exchange) return undefined
    const call = new RuledCall(exchange, this.book)
    call.requestHeaders(raw, headerOf(pairs))
    return call
  }
}

const BEYOND_HTTP =
  "for requests of Node's http and https, a rule can only answer them or make them fail, and match only their method and URL"
