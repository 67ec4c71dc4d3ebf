// /earshot-workers.js: adds the part for workers to the recorder of the page, which is already running. The part must be ready before the
// page starts its first worker, but it takes a moment to find out what the policy of the page allows. Until that is known, this script
// inserts itself into the page again and again, which holds up the parser and the scripts after it.
import { quiet } from '../../core/host.js'
import { nowMs } from '../natives.js'
import type { Running } from '../page-earshot.js'
import { recordWorkers } from './part.js'

/** The recorder for workers, as the text of a script. Set by the build. */
declare const EARSHOT_PRELUDE: string

/** A browser that has not answered by then is not waited for. */
const TIMEOUT_MS = 1000

interface Waiting { isOver: boolean, sinceMs: number, times: number }

const KEY = Symbol.for('earshot')
const WAITING = Symbol.for('earshot workers')
const { running } = (window as unknown as Record<symbol, { running?: Running } | undefined>)[KEY] ?? {}
if (running) wait(running)

function wait (running: Running & { [WAITING]?: Waiting }): void {
  const waiting = running[WAITING] ??= start(running)
  const script = document.currentScript as HTMLScriptElement | null
  if (waiting.isOver || !script || document.readyState !== 'loading' || nowMs() - waiting.sinceMs > TIMEOUT_MS) return
  // Another address each time: a script that the browser has at hand would run at once, before any event.
  const address = `${script.src.replace(/\?.*/, '')}?${++waiting.times}`
  quiet(() => document.write(`<script src="${address}" nonce="${script.nonce}"></script>`))
}

function start (running: Running): Waiting {
  const waiting: Waiting = { isOver: false, sinceMs: nowMs(), times: 0 }
  const end = () => { waiting.isOver = true }
  recordWorkers(running, EARSHOT_PRELUDE).then(end, end)
  return waiting
}
