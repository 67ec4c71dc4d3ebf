// Compares two requests in a worker. If the worker takes too long or fails, it is terminated, and only a fast comparison is made: for
// bodies, it finds the first byte that differs.
import type { Entry } from '../../../../schema/entry.js'
import { startWorker } from '../worker.js'
import type { CompareAnswer, CompareQuestion } from './answer.js'
import { compareEntries, type Comparison } from './comparison.js'
import workerUrl from './compare-worker.js?worker&url'

export interface Compared {
  comparison: Comparison
  /** The worker failed or took too long, so only the fast comparison was made. */
  isQuick: boolean
}

const PATIENCE_MS = 20_000
/** If there can be no worker, the page itself compares up to this length, in characters. */
const SMALL = 500_000

/** Rejects only if `signal` is aborted. */
export async function compare (a: Entry, b: Entry, signal: AbortSignal): Promise<Compared> {
  try {
    const answer = await ask({ a, b, want: 'comparison' }, signal)
    if ('comparison' in answer) return { comparison: answer.comparison, isQuick: false }
    throw new Error('The worker answered something else')
  } catch (error) {
    if (signal.aborted) throw error
    return { comparison: compareEntries(a, b, true), isQuick: true }
  }
}

/** Rejects if it takes too long or the worker fails. */
export async function markdownOf (a: Entry, b: Entry, secrets: 'redact' | 'keep'): Promise<string> {
  const answer = await ask({ a, b, want: secrets === 'redact' ? 'markdown' : 'markdown with secrets' }, AbortSignal.timeout(PATIENCE_MS))
  return 'markdown' in answer ? answer.markdown : ''
}

async function ask (question: CompareQuestion, signal: AbortSignal): Promise<CompareAnswer> {
  let worker: Worker
  try {
    worker = startWorker(workerUrl)
  } catch (error) {
    // A page that was opened from a file may be unable to start a worker.
    if (lengthOf(question.a) + lengthOf(question.b) > SMALL) throw error
    return (await import('./answer.js')).answerTo(question)
  }
  return await new Promise<CompareAnswer>((resolve, reject) => {
    const end = (run: () => void) => {
      worker.terminate()
      clearTimeout(timer)
      run()
    }
    const timer = setTimeout(() => end(() => reject(new Error('It took too long'))), PATIENCE_MS)
    worker.onmessage = ({ data }: MessageEvent<CompareAnswer>) => end(() => resolve(data))
    worker.onerror = () => end(() => reject(new Error('The worker failed')))
    signal.addEventListener('abort', () => end(() => reject(new Error('Nobody waits for it'))))
    worker.postMessage(question)
  })
}

function lengthOf ({ request, response, storage }: Entry): number {
  return request.length + response.length + storage.length
}
