// While a person has the rules open in a visible page, reports this to the service every 30 seconds. Apps then ask for changes of the rules
// more often.

/** The part of `document` that is used. */
export interface Visibility {
  readonly visibilityState: 'visible' | 'hidden' | 'prerender'
  addEventListener (type: 'visibilitychange', listener: () => void): void
  removeEventListener (type: 'visibilitychange', listener: () => void): void
}

/** The service remembers it for 60 seconds. */
const EVERY_MS = 30_000

/** `tell` is called now, every 30 seconds, and when the page becomes visible again; never while it is hidden. Returns a stop function. */
export function whileEditing (page: Visibility, tell: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => {
    clearInterval(timer)
    if (page.visibilityState === 'hidden') return
    tell()
    timer = setInterval(tell, EVERY_MS)
  }
  look()
  page.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    page.removeEventListener('visibilitychange', look)
  }
}
