// The running service that a command talks to, over HTTP. Each error becomes one line that says what to do next.
import { parsedUrl } from '../exchange/parsed-url.js'
import { EVICTED_HEADER } from '../schema/evicted-header.js'
import { sourceOfUrl, tokenOfEnvironment } from './environment.js'
import { EXIT, Failure, reasonOf, usageFailure } from './failure.js'

/** The position in the change log of a session without changes. */
export const NO_REV = '0-0'

export interface RequestOptions {
  query?: Record<string, string | undefined>
  method?: string
  body?: string | Uint8Array<ArrayBuffer>
  type?: string
  accept?: string
  /** The version that the write is based on, as If-Match has it, without quotes. */
  ifMatch?: string
  /** The time limit for the headers of the answer; the body of a list may take longer. */
  timeoutMs?: number
}

/** The service does not answer, or temporarily cannot: a retry may help. */
export class Away extends Failure {
  constructor (message: string) {
    super(message, EXIT.service)
  }
}

export const DEFAULT_URL = 'http://127.0.0.1:3000'
const TIMEOUT_MS = 30_000

export class Service {
  /** The base URL of the service, without a slash at the end. */
  readonly url: string
  readonly token: string | undefined
  /** Where the URL was given: `--url` or `EARSHOT_URL`. */
  readonly source: string

  /** Throws a Failure if `url` is not an HTTP URL, or contains a token. */
  constructor (url: string, token = tokenOfEnvironment()) {
    const parsed = parsedUrl(url)
    this.source = sourceOfUrl(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol)) {
      throw usageFailure(`${this.source} must be a URL such as ${DEFAULT_URL}; it is "${url}"`)
    }
    if (parsed.searchParams.has('token')) throw usageFailure('Remove the token from the URL, which others can read. Set EARSHOT_TOKEN')
    this.url = parsed.origin + parsed.pathname.replace(/\/+$/, '')
    this.token = token
  }

  /** The URL of a session in the viewer, for people. */
  page (session: string): string {
    return `${this.url}/?${new URLSearchParams({ sessionId: session }).toString()}`
  }

  /** Rejects with a Failure if the service is unreachable or refuses. */
  async ask (path: string, session: string, options: RequestOptions = {}): Promise<Response> {
    const reply = await this.answer(path, session, options)
    if (reply.ok) return reply
    throw this.refused(reply.status, sentenceIn(await reply.text()))
  }

  /** Resolves if the service is Earshot and allows us to read the session. */
  async check (session: string, timeoutMs?: number): Promise<void> {
    const reply = await this.ask('/capture/entries', session, { query: { last: '1', fields: 'id' }, ...timeoutMs && { timeoutMs } })
    await reply.body?.cancel()
    // The ETag of Earshot's lists is the position in the change log.
    if (!/"\d+-\d+"$/.test(reply.headers.get('etag') ?? '')) throw this.foreign()
  }

  /** Whether something was recorded to the session, and it has not expired. */
  async knows (session: string): Promise<boolean> {
    const { headers } = await this.ask('/capture/entries', session, { method: 'HEAD' })
    return !headers.get('etag')?.endsWith(`"${NO_REV}"`)
  }

  /** How many entries the session has evicted since its last clear, to make room for newer ones. */
  async evicted (session: string): Promise<number> {
    const { headers } = await this.ask('/capture/entries', session, { method: 'HEAD' })
    return Number(headers.get(EVICTED_HEADER) ?? 0)
  }

  /** Resolves if the service is Earshot and allows us to push to the session. Nothing is recorded. */
  async checkPush (session: string): Promise<void> {
    const reply = await this.ask('/capture/batch', session, { method: 'POST', type: 'application/json', body: '[]' })
    const { code } = await reply.json().catch(() => ({})) as { code?: unknown }
    if (code !== '0') throw this.foreign()
  }

  /** Like `ask`, but resolves with any status. */
  async answer (
    path: string, session: string, { query = {}, method = 'GET', body, type, accept, ifMatch, timeoutMs = TIMEOUT_MS }: RequestOptions
  ): Promise<Response> {
    const url = new URL(this.url + path)
    for (const [name, value] of Object.entries({ sessionId: session, ...query })) if (value !== undefined) url.searchParams.set(name, value)
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
    const headers = {
      ...this.token !== undefined && { authorization: `Bearer ${this.token}` },
      ...type !== undefined && { 'content-type': type },
      ...accept !== undefined && { accept },
      ...ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }
    }
    try {
      return await fetch(url, { method, headers, signal: ending.signal, ...body !== undefined && { body } })
    } catch (error) {
      // Node's HTTP parser reports this if the peer speaks another protocol; it has no code since Node 24.
      const isForeign = (error as { cause?: Error }).cause?.name === 'HTTPParserError'
      throw isForeign ? this.foreign() : this.away(reasonOf(error))
    } finally {
      clearTimeout(timer)
    }
  }

  away (reason: string): Away {
    const advice = this.url === DEFAULT_URL ? 'give its URL with --url or EARSHOT_URL' : `correct ${this.source}`
    return new Away(`Cannot reach ${this.url} (${reason}). Start the service with \`earshot start\`, or ${advice}`)
  }

  /** For a service that answers requests, but has no live channel. `isOpened`: whether the WebSocket was ever open. */
  withoutChannel (reason: string, isOpened: boolean): Away {
    return new Away(isOpened
      ? `${this.url} answers, but its WebSocket fails (${reason})`
      : `${this.url} answers, but refuses the WebSocket. Check that the proxy in front of it forwards WebSocket upgrades`)
  }

  /** The Failure for an answer with an error status: the service's sentence, and what to do. */
  refused (status: number, sentence: string): Failure {
    const answer = status === 401 && this.token === undefined ? 'requires a token' : `answered ${status}${sentence && ` (${sentence})`}`
    const message = `${this.url} ${answer}${this.nextStep(status, sentence)}`
    return status >= 500 ? new Away(message) : new Failure(message, EXIT.service)
  }

  foreign (): Failure {
    return new Failure(`Something other than Earshot answers at ${this.url}: set ${this.source} to the URL of Earshot`, EXIT.service)
  }

  private checkUrl (): string {
    return `: check that ${this.source} is the URL of Earshot`
  }

  private nextStep (status: number, sentence: string): string {
    if (status === 401) return `: set EARSHOT_TOKEN${this.token === undefined ? '' : ' to a token that allows this'}`
    if (status === 404) return this.checkUrl()
    // Earshot gives a reason, so an answer without one comes from something else; answers to HEAD never have one.
    if (sentence !== '' || status === 429) return ''
    return status < 500 ? this.checkUrl() : ': check that Earshot is running; a proxy in front of it may have answered'
  }
}

/** The error message in an answer of Earshot; empty if there is none. */
export function sentenceIn (body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: unknown, message?: unknown }
    if (typeof error === 'string') return error
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}
