// Reads scripts and source maps in a worker, within a limited time: they come from any server, and may be large.
import type { InitiatorCall } from '../../../../schema/initiator.js'
import { startWorker } from '../worker.js'
import type { Original } from './source-map.js'
import workerUrl from './map-worker.js?worker&url'

const MOST_MS = 20_000

/** `bytes`: a script, which names or contains its map, or a map. The calls are those in this script. */
export type MapQuestion = { bytes: Uint8Array<ArrayBuffer>, url: string, calls: readonly InitiatorCall[] } &
  ({ what: 'script', header: string | undefined } | { what: 'map' })

export type MapAnswer =
  | { originals: (Original | undefined)[] }
  /** The script names this map. */
  | { address: string }
  | { fault: 'no-map' | 'broken' | 'stuck' }

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
    const timer = setTimeout(stop, MOST_MS)
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<MapAnswer>) => end(data)
    worker.onerror = event => {
      event.preventDefault()
      end({ fault: 'broken' })
    }
    worker.postMessage(question, [question.bytes.buffer])
  })
}
