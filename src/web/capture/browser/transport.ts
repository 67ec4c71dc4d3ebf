// Sends batches from a page with the browser's own fetch, as it was when the recorder was loaded.
import type { BatchAnswer, Host, Transport } from '../core/host.js'
import { addressAt, type Service } from './service.js'

/** The time limit for an answer. The next batch waits for the answer to the one before; the page never waits. */
const TIMEOUT_MS = 20_000

/** `heard`: gets the header `Earshot-Rules` of each answer that has it. */
export function browserTransport (
  service: Service, nativeFetch: typeof fetch, host: Host, heard: (rules: string) => void
): Transport {
  const batch = addressAt(service, 'capture/batch')
  const ask = async (address: string, init: RequestInit): Promise<BatchAnswer> => {
    const abort = new AbortController()
    const disarm = host.setTimer(() => abort.abort(), TIMEOUT_MS)
    try {
      const reply = await nativeFetch(address, { ...init, credentials: 'omit', mode: 'cors', cache: 'no-store', signal: abort.signal })
      const rules = reply.headers.get('earshot-rules')
      if (rules !== null) heard(rules)
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

// A page cannot see the answer to a beacon, so a queued beacon counts as stored.
function beaconed (address: string, body: string): BatchAnswer {
  if (!navigator.sendBeacon(address, body)) throw new Error('the browser refused a beacon')
  return { status: 200, text: '' }
}
