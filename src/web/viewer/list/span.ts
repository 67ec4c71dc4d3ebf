// What the waterfall spans: from the first start to the last end of the rows in view, in round figures, so that it stands still while one
// scrolls a little. Hours of a session on 180 pixels would show nothing.
import type { Held } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'

export interface Span {
  fromMs: number
  /** How much of the width a millisecond takes, in percent. */
  percentPerMs: number
  ms: number
}

const LEAST_MS = 100

/** Of one entry at least. What still runs has no end, and may have begun long ago: it counts only where there is nothing else. */
export function spanOf (entries: readonly Held[]): Span {
  const complete = entries.filter(entry => !isPending(entry))
  let [fromMs, toMs] = [Infinity, -Infinity]
  for (const entry of complete.length > 0 ? complete : entries) {
    const startMs = startMsOf(entry)
    fromMs = Math.min(fromMs, startMs)
    toMs = Math.max(toMs, startMs + entry.timeConsuming)
  }
  const ms = round(Math.max(LEAST_MS, toMs - fromMs))
  // An eighth of room, so that the first does not move it.
  const step = ms / 8
  const from = Math.floor(fromMs / step) * step
  const whole = toMs - from > ms ? round(ms * 1.01) : ms
  return { fromMs: from, ms: whole, percentPerMs: 100 / whole }
}

/** The next of 1, 2, 5, 10, 20 and so on. */
function round (ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms))
  return [1, 2, 5, 10].map(n => n * power).find(figure => figure >= ms) ?? ms
}

// Tells the bars of the waterfall what it spans. Each one by itself: a property of the list, which all in it inherit, would have a browser
// work out the style of everything in the list at each step of scrolling.
/** `firstMs`: from where the bars count. */
export function setSpan (list: HTMLElement | null, { fromMs, percentPerMs }: Span, firstMs: number): void {
  const [from, unit] = [String(fromMs - firstMs), `${percentPerMs}%`]
  for (const bar of list?.querySelectorAll<HTMLElement>('.list-bar') ?? []) {
    if (bar.style.getPropertyValue('--span-from') !== from) bar.style.setProperty('--span-from', from)
    if (bar.style.getPropertyValue('--span-unit') !== unit) bar.style.setProperty('--span-unit', unit)
  }
}
