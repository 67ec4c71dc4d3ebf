// A request as a rule sees it when the request starts, before anything is sent. Matchers read entries, so the request is presented to them
// as an entry.
import type { WholeEntry } from '../exchange/held.js'
import type { RuleAction } from '../schema/rule.js'

export interface StartingRequest {
  method: string
  /** Absolute. */
  url: string
  /** Those that the app sets, not those that the platform adds; undefined if they are not known yet. */
  headers: readonly (readonly [name: string, value: string])[] | undefined
  /** Empty if there is none; undefined if it cannot be looked at. May be a getter: it is read only if a rule asks for the body. */
  readonly body: string | undefined
  /** The actions that can be applied to this request; undefined: all. */
  actions?: readonly RuleAction['type'][] | undefined
  /** How the request is made, if it is not an ordinary HTTP request: beacon, eventsource, websocket. */
  via?: string | undefined
  /** The name that the app gives itself. */
  source?: string | undefined
}

/** A longer body is not looked at, in characters: rules may not delay an app. */
export const MAX_BODY = 256 * 1024
/** No rule looks at requests with longer addresses, such as data: URLs. */
export const MAX_ADDRESS = 64 * 1024

/** Its headers and its body are read when a condition asks for them. */
export class StartingEntry implements WholeEntry {
  readonly id = ''
  readonly requestId = ''
  readonly responseHeader = ''
  readonly response = ''
  readonly pageParams = ''
  readonly storage = ''
  readonly timeConsuming = 0
  readonly timestamp = 0
  readonly api: string
  readonly method: string
  readonly source: string
  readonly via: string
  private header: string | undefined
  private body: { text: string | undefined } | undefined

  constructor (private readonly asked: StartingRequest) {
    const { url, method, source = '', via = '' } = asked
    const hash = url.indexOf('#')
    this.api = hash < 0 ? url : url.slice(0, hash)
    this.method = method.toUpperCase()
    this.source = source
    this.via = via
  }

  get requestHeader (): string {
    this.header ??= this.asked.headers?.map(([name, value]) => `${name}: ${value}\n`).join('') ?? ''
    return this.header
  }

  get hasKnownHeader (): boolean {
    return this.asked.headers !== undefined
  }

  get request (): string {
    return this.knownBody ?? ''
  }

  /** Undefined if it cannot be looked at. */
  get knownBody (): string | undefined {
    if (!this.body) {
      const { body } = this.asked
      this.body = { text: body !== undefined && body.length <= MAX_BODY ? body : undefined }
    }
    return this.body.text
  }
}
