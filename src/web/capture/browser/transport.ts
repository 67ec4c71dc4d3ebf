// How batches leave a page: by the browser's own fetch, as text/plain with the token in the query, which asks no other origin first.
import type { Answer, Transport } from '../core/host.js'
import { later, nativeFetch, never } from './natives.js'

export interface Service {
  /** Ends with a slash. */
  base: string
  session: string
  token?: string | undefined
}

/** A service that is slow to answer keeps nothing of the page, but the next batch waits for it. */
const PATIENCE_MS = 20_000
const PLAIN = { 'content-type': 'text/plain;charset=UTF-8' }

export function addressAt ({ base, session, token }: Service, path: string): string {
  return `${base}${path}?sessionId=${encodeURIComponent(session)}${token ? `&token=${encodeURIComponent(token)}` : ''}`
}

export function browserTransport (service: Service): Transport {
  const batch = addressAt(service, 'capture/batch')
  return {
    async send (body, { keepalive }) {
      if (keepalive && !('keepalive' in Request.prototype)) return beaconed(batch, body)
      return await ask(batch, { method: 'POST', body, keepalive, headers: PLAIN })
    },
    async online () {
      const { status, text } = await ask(addressAt(service, 'capture/online'), {})
      if (status !== 200) throw new Error(`${status}`)
      return (JSON.parse(text) as { online?: unknown }).online === true
    }
  }
}

async function ask (address: string, init: RequestInit): Promise<Answer> {
  const abort = new AbortController()
  const timer = later(() => abort.abort(), PATIENCE_MS)
  try {
    const reply = await nativeFetch(address, { ...init, credentials: 'omit', mode: 'cors', cache: 'no-store', signal: abort.signal })
    const seconds = Number(reply.headers.get('retry-after') ?? 0)
    return { status: reply.status, text: await reply.text(), retryAfterMs: seconds * 1000 || 0 }
  } finally {
    never(timer)
  }
}

// Nobody hears what becomes of it.
function beaconed (address: string, body: string): Answer {
  if (!navigator.sendBeacon(address, body)) throw new Error('the browser refused a beacon')
  return { status: 200, text: '' }
}
