// Scans a JSON text into a JsonTable: synchronously if the text is small, otherwise in a worker, because a long text would block the page.
import { startWorker } from '../worker.js'
import { scanJson } from '../../../../json/table-scan.js'
import { JsonTable, type JsonColumns } from '../../../../json/table.js'
import workerUrl from './json-worker.js?worker&url'

/** In characters. */
const LARGE_CHARACTERS = 200_000

export function loadTable (text: string, signal: AbortSignal): JsonTable | Promise<JsonTable> {
  return text.length < LARGE_CHARACTERS ? new JsonTable(scanJson(text)) : inWorker(text, signal)
}

function inWorker (text: string, signal: AbortSignal): Promise<JsonTable> {
  const worker = startWorker(workerUrl)
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<JsonColumns>) => {
      worker.terminate()
      resolve(new JsonTable(data))
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('The worker failed'))
    }
    worker.postMessage(text)
  })
}
