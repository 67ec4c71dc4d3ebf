// Timers of requests, which nearly all are cancelled: they share one of the browser's, for one of its own costs a request as much as all
// else that is done for it. They are late by a tick at most.
import { quiet } from '../core/host.js'
import { later } from './natives.js'

const TICK_MS = 250

/** When each is due. */
const waiting = new Map<() => void, number>()
let ticking = false

/** A function waits once at a time. Returns what cancels it. */
export function afterPatience (run: () => void, ms: number): () => void {
  waiting.set(run, performance.now() + ms)
  tickLater()
  return () => { waiting.delete(run) }
}

function tickLater (): void {
  if (ticking || waiting.size === 0) return
  ticking = true
  later(tick, TICK_MS)
}

function tick (): void {
  const nowMs = performance.now()
  for (const [run, dueMs] of waiting) {
    if (dueMs > nowMs) continue
    waiting.delete(run)
    quiet(run)
  }
  ticking = false
  tickLater()
}
