// The service as the feed asks it over HTTP: addresses, the lists, and why it refuses.
import { hasId, isRecord } from './frame.js'
import type { Lists } from './session-copy.js'

/** The part of fetch() that is used. */
export type Fetch = (url: string, init: { signal: AbortSignal, cache: 'no-cache' }) => Promise<{
  ok: boolean
  status: number
  json(): Promise<unknown>
}>

/** The service would answer the same request in the same way again: 4xx. */
export class Refusal extends Error {}

export class Service {
  readonly #base: string
  readonly #sessionId: string
  readonly #token: string | undefined
  readonly #fetch: Fetch

  /** `url`: where the service is mounted, with or without a slash at its end. */
  constructor (url: string, sessionId: string, token: string | undefined, fetch: Fetch) {
    this.#base = url.replace(/\/*$/, '/')
    this.#sessionId = sessionId
    this.#token = token
    this.#fetch = fetch
  }

  channelUrl (since: string | undefined): string {
    const url = this.#address('ws')
    url.protocol = url.protocol.replace('http', 'ws')
    if (since) url.searchParams.set('since', since)
    return url.href
  }

  /** Rejects with a Refusal where asking again is of no use. */
  async lists (signal: AbortSignal): Promise<Lists> {
    const [entries, screenshots] = await Promise.all([this.#get('capture/entries', signal), this.#get('capture/screenshots', signal)])
    const lists = { entries, screenshots }
    if (!areLists(lists)) throw new Error('it cannot be read')
    return lists
  }

  /** Asks for something small, only to learn whether this service refuses us. */
  async probe (signal: AbortSignal): Promise<void> {
    await this.#get('capture/screenshots', signal)
  }

  async #get (path: string, signal: AbortSignal): Promise<unknown> {
    const reply = await this.#fetch(this.#address(path).href, { signal, cache: 'no-cache' })
    if (reply.ok) return await reply.json()
    const body: unknown = await reply.json().catch(() => undefined)
    const sentence = isRecord(body) && typeof body.error === 'string' ? body.error : `HTTP ${reply.status}`
    throw reply.status < 500 ? new Refusal(sentence) : new Error(sentence)
  }

  #address (path: string): URL {
    const url = new URL(path, this.#base)
    url.searchParams.set('sessionId', this.#sessionId)
    // Not a header: a browser's WebSocket takes none, and it would cost each list from elsewhere a preflight.
    if (this.#token) url.searchParams.set('token', this.#token)
    return url
  }
}

function areLists (lists: Record<keyof Lists, unknown>): lists is Lists {
  return Object.values(lists).every(list => Array.isArray(list) && list.every(hasId))
}
