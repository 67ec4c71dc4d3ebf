// The time span of the waterfall: from the first start to the last end of the rows in view, rounded, so that it does not move while the
// person scrolls a little. If the waterfall covered the hours of a whole session, its bars would be too small to see.
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import { OVER_A_YEAR, YEAR_MS } from '../../../text/duration.js'

export interface Span {
  fromMs: number
  /** How many percent of the width one millisecond takes. */
  percentPerMs: number
  ms: number
}

const MIN_MS = 100

/** `entries` is not empty. A pending entry has no end, and may have begun long ago: it counts only if all entries are pending. */
export function spanOf (entries: readonly ListedEntry[]): Span {
  const complete = entries.filter(entry => !isPending(entry))
  let [fromMs, toMs] = [Infinity, -Infinity]
  for (const entry of complete.length > 0 ? complete : entries) {
    const startMs = startMsOf(entry)
    fromMs = Math.min(fromMs, startMs)
    toMs = Math.max(toMs, startMs + entry.timeConsuming)
  }
  const ms = round(Math.max(MIN_MS, toMs - fromMs))
  // Rounded down to an eighth of the span, so that a small change of the first start does not move it.
  const step = ms / 8
  const from = Math.floor(fromMs / step) * step
  const whole = toMs - from > ms ? round(ms * 1.01) : ms
  return { fromMs: from, ms: whole, percentPerMs: 100 / whole }
}

const UNITS = [[3_600_000, 'h'], [60_000, 'min'], [1000, 's'], [1, 'ms']] as const

function unitOf (ms: number): typeof UNITS[number] {
  return UNITS.find(([unitMs]) => unitMs <= ms) ?? UNITS[3]
}

/** Rounds up to a figure with at most two digits in its unit, by a quarter at most. */
function round (ms: number): number {
  const [unitMs] = unitOf(ms)
  const power = unitMs * 10 ** Math.floor(Math.log10(ms / unitMs))
  return [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 4, 5, 6, 8, 10].map(n => n * power).find(figure => figure >= ms) ?? ms
}

/** What `spanOf` gives, exactly and short: `250 ms`, `2.5 s`, `1.5 h`. */
export function spanText (ms: number): string {
  if (ms > YEAR_MS) return OVER_A_YEAR
  const [unitMs, unit] = unitOf(ms)
  return `${Number((ms / unitMs).toPrecision(2))} ${unit}`
}

// Sets the span on each bar of the waterfall. A single inherited property of the list would make the browser recompute the style of
// everything in the list at each scroll step.
/** `firstMs`: the time from which the bars count. */
export function setSpan (list: HTMLElement | null, { fromMs, percentPerMs }: Span, firstMs: number): void {
  const [from, unit] = [String(fromMs - firstMs), `${percentPerMs}%`]
  for (const bar of list?.querySelectorAll<HTMLElement>('.list-bar') ?? []) {
    if (bar.style.getPropertyValue('--span-from') !== from) bar.style.setProperty('--span-from', from)
    if (bar.style.getPropertyValue('--span-unit') !== unit) bar.style.setProperty('--span-unit', unit)
  }
}
