// The time until a tab of an entry is drawn, and how long the page is busy meanwhile.

export interface Drawn {
  /** From the press on the tab until what is waited for is drawn. */
  openMs: number
  /** Of the tasks of the page since the press, as the browser tells of them; 0 where none took 50 ms. */
  longestMs: number
}

/** A text, because it runs in the page, and makes a `Drawn`. A frame after `isThere` became true, what it sees is drawn. */
export function pressUntil (tab: string, isThere: string): string {
  return `new Promise(resolve => {
    let longestMs = 0
    new PerformanceObserver(list => { for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration) }).observe({ type: 'longtask' })
    const fromMs = performance.now()
    const look = () => {
      if (!(${isThere})) { requestAnimationFrame(look); return }
      const openMs = performance.now() - fromMs
      // The tasks are told of a little later.
      requestAnimationFrame(() => setTimeout(() => resolve({ openMs, longestMs }), 500))
    }
    document.querySelector('[role=tab]#tab-${tab}').click()
    requestAnimationFrame(look)
  })`
}
