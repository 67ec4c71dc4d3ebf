// Measures the time until a tab of an entry is drawn, and the longest task of the page meanwhile.

export interface Drawn {
  /** The time from the click on the tab until `isThere` is true and drawn. */
  openMs: number
  /** The longest task of the page since the click, as the browser reports it; 0 if none took 50 ms. */
  longestMs: number
}

/** Returns source text, because it runs in the page; it resolves with a `Drawn`. One frame after `isThere` became true, it is drawn. */
export function pressUntil (tab: string, isThere: string): string {
  return `new Promise(resolve => {
    let longestMs = 0
    new PerformanceObserver(list => { for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration) }).observe({ type: 'longtask' })
    const fromMs = performance.now()
    const look = () => {
      if (!(${isThere})) { requestAnimationFrame(look); return }
      const openMs = performance.now() - fromMs
      // The browser reports long tasks a little later.
      requestAnimationFrame(() => setTimeout(() => resolve({ openMs, longestMs }), 500))
    }
    document.querySelector('[role=tab]#tab-${tab}').click()
    requestAnimationFrame(look)
  })`
}
