// The page's requests to the service, apart from the live feed. The token is sent as a header, or in the address if the request cannot have
// headers.
import type { Message } from '../../../../schema/message.js'
import { refusalIn } from '../../../feed/service.js'

export interface AskOptions {
  headers?: Record<string, string>
  query?: Record<string, string>
  signal?: AbortSignal
  /** The request completes even if the page is closed meanwhile. */
  keepalive?: boolean
}

/** Instead of the browser's own words, which differ and do not name the service. */
export const UNREACHABLE = 'The service cannot be reached'

export class Api {
  constructor (readonly url: string, readonly sessionId: string, readonly token: string | undefined) {}

  /** `bare`: puts the token into the address, for elements that cannot send a header, such as an image. */
  address (path: string, bare = false, query: Record<string, string> = {}): string {
    const search = new URLSearchParams({ sessionId: this.sessionId, ...query })
    if (bare && this.token) search.set('token', this.token)
    return `${this.url}/${path}?${search.toString()}`
  }

  /** Rejects with the service's error message, a sentence; with UNREACHABLE if there is no answer. */
  async ask (method: string, path: string, body?: BodyInit, { headers, query, ...more }: AskOptions = {}): Promise<Response> {
    const authorization = this.token ? { authorization: `Bearer ${this.token}` } : {}
    const reply = await fetch(this.address(path, false, query), {
      ...more, method, headers: { ...headers, ...authorization }, ...body !== undefined && { body }
    }).catch((error: unknown) => { throw error instanceof TypeError ? new Error(UNREACHABLE) : error })
    if (reply.ok) return reply
    throw new Refused(await refusalIn(reply), reply.status)
  }

  async messages (id: string, after: number, signal?: AbortSignal): Promise<Message[]> {
    const options = { query: { after: String(after) }, ...signal && { signal } }
    return await (await this.ask('GET', `capture/entries/${encodeURIComponent(id)}/messages`, undefined, options)).json() as Message[]
  }

  async upload (image: Blob): Promise<void> {
    const form = new FormData()
    form.append('screenshot', image)
    await this.ask('POST', 'upload', form)
  }

  /** `through`: the newest entry to delete. */
  async clear (through: string, keepalive: boolean): Promise<void> {
    await this.ask('DELETE', 'capture/entries', undefined, { keepalive, query: { through } })
  }

  /** An entry that no longer exists counts as deleted. */
  async remove (id: string, keepalive: boolean): Promise<void> {
    await this.ask('DELETE', `capture/entries/${encodeURIComponent(id)}`, undefined, { keepalive }).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== 404) throw error
    })
  }
}

export class Refused extends Error {
  constructor (sentence: string, readonly status: number) {
    super(sentence)
  }
}
