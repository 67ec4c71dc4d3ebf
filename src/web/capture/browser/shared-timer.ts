// Timers for requests. Nearly all are canceled, so they share one timer of the browser: a separate timer would cost as much as all other
// work for a request. The shared timers run at most one tick late.
import { quiet } from '../core/host.js'
import { startTimer, nowMs } from './natives.js'

const TICK_MS = 250

/** When each function is due. */
const waiting = new Map<() => void, number>()
let ticking = false

/** A function can wait only once at a time. Returns a function that cancels it. */
export function afterTimeout (run: () => void, ms: number): () => void {
  waiting.set(run, nowMs() + ms)
  tickLater()
  return () => { waiting.delete(run) }
}

function tickLater (): void {
  if (ticking || waiting.size === 0) return
  ticking = true
  startTimer(tick, TICK_MS)
}

function tick (): void {
  const timeMs = nowMs()
  for (const [run, dueMs] of waiting) {
    if (dueMs > timeMs) continue
    waiting.delete(run)
    quiet(run)
  }
  ticking = false
  tickLater()
}
