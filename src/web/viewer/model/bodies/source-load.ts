// Formats source code without blocking the page, within a limited time.
import { startWorker } from '../worker.js'
import type { SourceLanguage } from './source-format.js'
import workerUrl from './source-worker.js?worker&url'

const MAX_MS = 5_000

/** Resolves with undefined if it takes too long, or fails. `signal`: nobody waits any longer. */
export function formatSource (text: string, language: SourceLanguage, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  const worker = startWorker(workerUrl)
  return new Promise(resolve => {
    const end = (result: string | undefined) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(end, MAX_MS, undefined)
    signal.addEventListener('abort', () => end(undefined))
    worker.onmessage = ({ data }: MessageEvent<string>) => end(data)
    worker.onerror = event => {
      event.preventDefault()
      end(undefined)
    }
    worker.postMessage({ text, language })
  })
}
