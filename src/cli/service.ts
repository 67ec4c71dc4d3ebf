// The running service that a command talks to, over HTTP. Each fault becomes one line that says what to do next.
import { tokenOfEnvironment } from './environment.js'
import { EXIT, Failure, reasonOf, usageFailure } from './failure.js'

export interface Asked {
  query?: Record<string, string | undefined>
  method?: string
  body?: string | Uint8Array<ArrayBuffer>
  type?: string
  accept?: string
  /** Until the headers of the answer are there; a list may take longer to come in. */
  timeoutMs?: number
}

export const DEFAULT_URL = 'http://127.0.0.1:3000'
const TIMEOUT_MS = 30_000

export class Service {
  /** Where it is mounted, without a slash at the end. */
  readonly url: string
  readonly token: string | undefined

  /** Throws a Failure where `url` is none. */
  constructor (url: string, token = tokenOfEnvironment()) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    if (!parsed || !/^https?:$/.test(parsed.protocol)) throw usageFailure(`--url must be a URL such as ${DEFAULT_URL}; it is "${url}"`)
    if (parsed.searchParams.has('token')) throw usageFailure('A token does not go into the URL, which others can read: set EARSHOT_TOKEN')
    this.url = parsed.origin + parsed.pathname.replace(/\/+$/, '')
    this.token = token
  }

  /** The page of a session, for a person. */
  page (session: string): string {
    return `${this.url}/?${new URLSearchParams({ sessionId: session }).toString()}`
  }

  /** Rejects with a Failure where the service is away or refuses. */
  async ask (path: string, session: string, asked: Asked = {}): Promise<Response> {
    const reply = await this.answer(path, session, asked)
    if (reply.ok) return reply
    throw new Failure(this.#refusal(reply.status, sentenceIn(await reply.text())), EXIT.service)
  }

  /** The same, whatever its status is. */
  async answer (path: string, session: string, { query = {}, method = 'GET', body, type, accept, timeoutMs = TIMEOUT_MS }: Asked): Promise<Response> {
    const url = new URL(this.url + path)
    for (const [name, value] of Object.entries({ sessionId: session, ...query })) if (value !== undefined) url.searchParams.set(name, value)
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
    const headers = {
      ...this.token !== undefined && { authorization: `Bearer ${this.token}` },
      ...type !== undefined && { 'content-type': type },
      ...accept !== undefined && { accept }
    }
    try {
      return await fetch(url, { method, headers, signal: ending.signal, ...body !== undefined && { body } })
    } catch (error) {
      throw this.away(reasonOf(error))
    } finally {
      clearTimeout(timer)
    }
  }

  away (reason: string): Failure {
    return new Failure(`There is no service at ${this.url} (${reason}): start it with \`earshot start\`, or name another with --url`, EXIT.service)
  }

  /** In the words of the service, with what to do. */
  refused (status: number, sentence: string): Failure {
    return new Failure(this.#refusal(status, sentence), EXIT.service)
  }

  #refusal (status: number, sentence: string): string {
    const next = status === 401 ? ': set EARSHOT_TOKEN to one that does' : status === 404 ? ': is this Earshot?' : ''
    return `${this.url} answered ${status}${sentence && ` (${sentence})`}${next}`
  }
}

/** Of an answer of Earshot; empty where it is none. */
export function sentenceIn (body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: unknown, message?: unknown }
    if (typeof error === 'string') return error
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}
