// Reads scripts and source maps in a worker, within a limited time: they come from any server, and may be large.
import { startWorker } from '../worker.js'
import type { MapAnswer, MapQuestion } from './map-question.js'
import workerUrl from './map-worker.js?worker&url'

const MAX_MS = 20_000

/** `signal`: nobody waits any longer. */
export function readMap (question: MapQuestion, signal: AbortSignal): Promise<MapAnswer> {
  const worker = startWorker(workerUrl)
  return new Promise(resolve => {
    const end = (answer: MapAnswer) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      worker.terminate()
      resolve(answer)
    }
    const stop = () => end({ fault: 'stuck' })
    const timer = setTimeout(stop, MAX_MS)
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<MapAnswer>) => end(data)
    worker.onerror = event => {
      event.preventDefault()
      end({ fault: 'broken' })
    }
    worker.postMessage(question, [question.bytes.buffer])
  })
}
