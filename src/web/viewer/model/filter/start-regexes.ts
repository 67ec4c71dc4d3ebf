// Starts the worker of regular expressions: the one file here that knows where its code is.
import { startWorker } from '../worker.js'
import url from './regex-worker.ts?worker&url'
import type { WorkerLike } from './regexes.js'

export function startRegexWorker (): WorkerLike {
  return startWorker(url)
}
