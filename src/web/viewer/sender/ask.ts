// Sends one request through the sandboxed page, which is the only one that may connect to other hosts.
import { STOP, type Outgoing, type SendResult } from './message.js'

/** `signal` stops it; then, too, it resolves. */
export type Ask = (request: Outgoing, signal: AbortSignal) => Promise<SendResult>

/** `page`: the window of the sandboxed page, which is ready. */
export function askThrough (page: Window): Ask {
  return (request, signal) => new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    const stop = () => port1.postMessage(STOP)
    port1.onmessage = ({ data }: MessageEvent<SendResult>) => {
      signal.removeEventListener('abort', stop)
      port1.close()
      resolve(data)
    }
    signal.addEventListener('abort', stop)
    page.postMessage(request, '*', [port2])
    if (signal.aborted) stop()
  })
}
