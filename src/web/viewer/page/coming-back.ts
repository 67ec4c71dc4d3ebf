// Detects when a connection may be dead without a close event: the device slept, the tab was frozen, the network changed. Connecting
// again costs little, because the session is resumed; the heartbeat would notice a dead connection only after a minute and a half.

/** The part of `Window` and `Document` that is used. */
export interface Moments {
  addEventListener (type: string, listener: (event: Event) => void): void
  removeEventListener (type: string, listener: (event: Event) => void): void
}

const TICK_MS = 10_000
/** In a hidden tab, a timer may be delayed by a minute; that does not count as sleep. */
const SLEPT_MS = 150_000

/** Calls `again` in each of these cases. Returns a function that stops it. `nowMs`: the wall clock, which continues while a device
 * sleeps. */
export function onComingBack (page: Moments, document: Moments, again: () => void, nowMs: () => number = Date.now): () => void {
  let seenMs = nowMs()
  const timer = setInterval(() => {
    const before = seenMs
    seenMs = nowMs()
    if (seenMs - before > SLEPT_MS) again()
  }, TICK_MS)
  // A page restored from the back/forward cache counts as having slept.
  const shown = (event: Event) => { if ('persisted' in event && event.persisted === true) again() }
  page.addEventListener('online', again)
  page.addEventListener('pageshow', shown)
  document.addEventListener('resume', again)
  return () => {
    clearInterval(timer)
    page.removeEventListener('online', again)
    page.removeEventListener('pageshow', shown)
    document.removeEventListener('resume', again)
  }
}
