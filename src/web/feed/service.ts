// The feed's HTTP requests to the service: addresses, lists, and the reasons for a refusal.
import { isRecord } from '../../json/is-record.js'
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import { entriesOf, Unreadable } from './entry-lines.js'
import { hasId } from './frame.js'
import { formatOf, replyText, type Fetch, type Reply } from './reply.js'

/** A 4xx answer: the service would refuse the same request again. */
export class Refusal extends Error {
  constructor (sentence: string, readonly status: number) {
    super(sentence)
  }
}

// `accept` is a CORS-safelisted header, so it needs no preflight. An older service answers in JSON.
const LINES = { accept: 'application/x-ndjson, application/json;q=0.5' }

export class SessionService {
  readonly #base: string
  readonly #sessionId: string
  readonly #token: string | undefined
  readonly #fetch: Fetch
  #asksForLines = true

  /** `url`: where the service is mounted, with or without a slash at its end. Throws if it is not an http(s) address. */
  constructor (url: string = defaultUrl(), sessionId: string, token: string | undefined, fetch: Fetch) {
    if (!/^https?:$/.test(protocolOf(url))) throw new TypeError(`url must be an address such as ${LOCAL}; it is ${JSON.stringify(url)}`)
    this.#base = url.replace(/\/*$/, '/')
    this.#sessionId = sessionId
    this.#token = token
    this.#fetch = fetch
  }

  channelUrl (since: string | undefined): string {
    const url = this.#address('ws', { since })
    url.protocol = url.protocol.replace('http', 'ws')
    return url.href
  }

  /**
   * Yields the entries after the entry `after`, in order, as they arrive over the network: zero or more at a time. A service that does
   * not know `after` lists all entries. Rejects if the list breaks off; with a Refusal if a retry is useless.
   */
  async * entries (after: string | undefined, signal: AbortSignal): AsyncGenerator<Entry[]> {
    const reply = await this.ask('capture/entries', signal, { after }, this.#asksForLines ? LINES : {})
    const format = formatOf(reply)
    if (format === 'lines') {
      yield * entriesOf(replyText(reply))
    } else if (format === 'json' || !this.#asksForLines) {
      yield listOf<Entry>(await reply.json())
    } else {
      // A caller's own fetch hides the format. The reply is read to its end to free the connection, and the list requested again as JSON.
      await reply.json().catch(() => undefined)
      this.#asksForLines = false
      yield * this.entries(after, signal)
    }
  }

  async screenshots (signal: AbortSignal): Promise<Screenshot[]> {
    return listOf(await (await this.ask('capture/screenshots', signal)).json())
  }

  /** Any other request. Rejects with a Refusal if the service would refuse the same request again. */
  async ask (
    path: string, signal: AbortSignal, query: Record<string, string | undefined> = {}, headers: Record<string, string> = {}
  ): Promise<Reply> {
    const reply = await this.#fetch(this.#address(path, query).href, { signal, cache: 'no-cache', headers })
    if (reply.ok) return reply
    const sentence = await refusalIn(reply)
    throw reply.status < 500 ? new Refusal(sentence, reply.status) : new Error(sentence)
  }

  #address (path: string, query: Record<string, string | undefined>): URL {
    const url = new URL(path, this.#base)
    // The token is not sent in a header: a browser's WebSocket cannot send one, and each cross-origin list would need a preflight.
    for (const [name, value] of Object.entries({ sessionId: this.#sessionId, token: this.#token, ...query })) {
      if (value) url.searchParams.set(name, value)
    }
    return url
  }
}

/** The service's sentence in a reply with an error status; without one, the status. */
export async function refusalIn (reply: Pick<Reply, 'json' | 'status'>): Promise<string> {
  const body: unknown = await reply.json().catch(() => undefined)
  // Refusals of pushes have it as `message`.
  const sentence = isRecord(body) ? body.error ?? body.message : undefined
  return typeof sentence === 'string' ? sentence : `HTTP ${reply.status}`
}

const LOCAL = 'http://127.0.0.1:3000'

/** The same default as for the commands. Pages have no environment variables. */
export function defaultUrl (): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.EARSHOT_URL || LOCAL
}

function protocolOf (url: unknown): string {
  try {
    return typeof url === 'string' ? new URL(url).protocol : ''
  } catch {
    return ''
  }
}

function listOf<Item> (value: unknown): Item[] {
  if (!isListOf<Item>(value)) throw new Unreadable()
  return value
}

// Checks only what the copy depends on, as frame.ts does for messages.
function isListOf<Item> (value: unknown): value is Item[] {
  return Array.isArray(value) && value.every(hasId)
}
