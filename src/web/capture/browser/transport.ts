// How batches leave a page: by the browser's own fetch, which the recorder has kept from before anybody could replace it.
import type { Answer, Host, Transport } from '../core/host.js'
import { addressAt, type Service } from './service.js'

/** A service that is slow to answer keeps nothing of the page, but the next batch waits for it. */
const PATIENCE_MS = 20_000

export function browserTransport (service: Service, nativeFetch: typeof fetch, host: Host): Transport {
  const batch = addressAt(service, 'capture/batch')
  const ask = async (address: string, init: RequestInit): Promise<Answer> => {
    const abort = new AbortController()
    const disarm = host.setTimer(() => abort.abort(), PATIENCE_MS)
    try {
      const reply = await nativeFetch(address, { ...init, credentials: 'omit', mode: 'cors', cache: 'no-store', signal: abort.signal })
      const seconds = Number(reply.headers.get('retry-after') ?? 0)
      return { status: reply.status, text: await reply.text(), retryAfterMs: seconds * 1000 || 0 }
    } finally {
      disarm()
    }
  }
  return {
    async send (body, { keepalive }) {
      if (keepalive && !('keepalive' in Request.prototype)) return beaconed(batch, body)
      return await ask(batch, { method: 'POST', body, keepalive })
    },
    async online () {
      const { status, text } = await ask(addressAt(service, 'capture/online'), {})
      if (status !== 200) throw new Error(`${status}`)
      return (JSON.parse(text) as { online?: unknown }).online === true
    }
  }
}

// Nobody hears what becomes of it.
function beaconed (address: string, body: string): Answer {
  if (!navigator.sendBeacon(address, body)) throw new Error('the browser refused a beacon')
  return { status: 200, text: '' }
}
