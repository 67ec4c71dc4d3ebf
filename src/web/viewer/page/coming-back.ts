// When a connection may be dead though nobody has said so: the device slept, the tab was frozen, the network is another one. To ask for a
// new one costs little, because it is resumed; to wait for the old one to be missed would take a minute and a half.

/** What Window and Document have of it. */
export interface Moments {
  addEventListener (type: string, listener: (event: Event) => void): void
  removeEventListener (type: string, listener: (event: Event) => void): void
}

const TICK_MS = 10_000
/** In a hidden tab a timer may be held up for a minute, and that is no sleep. */
const SLEPT_MS = 150_000

/** `again` is called whenever it is so. Returns what ends it. `nowMs`: by the clock of the wall, which goes on while a device sleeps. */
export function onComingBack (page: Moments, document: Moments, again: () => void, nowMs: () => number = Date.now): () => void {
  let seenMs = nowMs()
  const timer = setInterval(() => {
    const before = seenMs
    seenMs = nowMs()
    if (seenMs - before > SLEPT_MS) again()
  }, TICK_MS)
  // A page that comes out of the browser's cache was as if it slept.
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
