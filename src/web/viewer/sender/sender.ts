// The page that sends a request again. It has an opaque origin and no data of its own: it gets a request from the parent page, sends it,
// and reports the result. It is the only page that may connect to other hosts, so it does nothing else.
import { STOP, type Incoming, type SendResult, type Outgoing } from './message.js'

/** The rest of a longer body is dropped. */
const MAX_BYTES = 20 * 1024 * 1024

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Outgoing>) => {
  if (source !== parent || !port) return
  const stop = new AbortController()
  port.onmessage = event => { if (event.data === STOP) stop.abort() }
  send(data, stop.signal).then(outcome => port.postMessage(outcome, 'incoming' in outcome ? [outcome.incoming.body.buffer] : []), () => {})
})

parent.postMessage('ready', '*')

async function send ({ method, url, headers, body, credentials }: Outgoing, signal: AbortSignal): Promise<SendResult> {
  const startedMs = performance.now()
  const elapsedMs = () => performance.now() - startedMs
  try {
    const reply = await fetch(url, {
      method, headers, credentials, cache: 'no-store', referrerPolicy: 'no-referrer', signal, ...body && { body }
    })
    const headersMs = elapsedMs()
    const read = await readBody(reply, signal)
    return {
      incoming: {
        status: reply.status,
        statusText: reply.statusText,
        headers: [...reply.headers],
        url: reply.url,
        ...read,
        headersMs,
        totalMs: elapsedMs()
      }
    }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error), totalMs: elapsedMs() }
  }
}

// Keeps the part that has arrived even if the rest never does.
async function readBody (reply: Response, signal: AbortSignal): Promise<Pick<Incoming, 'body' | 'cut'>> {
  const reader = reply.body?.getReader()
  const chunks: Uint8Array[] = []
  let [size, cut]: [number, Incoming['cut']] = [0, undefined]
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      chunks.push(chunk.value)
      size += chunk.value.length
      if (size <= MAX_BYTES) continue
      cut = 'large'
      break
    }
  } catch {
    cut = signal.aborted ? 'stopped' : 'broken'
  }
  reader?.cancel().catch(() => {})
  const body = new Uint8Array(Math.min(size, MAX_BYTES))
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk.subarray(0, body.length - at), at)
    at += chunk.length
  }
  return { body, cut }
}
