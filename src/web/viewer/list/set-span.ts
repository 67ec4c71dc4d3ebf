// Tells the bars of the waterfall what it spans. Each one by itself: a property of the list, which all in it inherit, would have a browser work out
// the style of everything in the list at each step of scrolling.
import type { Span } from '../model/list/span.js'

/** `firstMs`: from where the bars count. */
export function setSpan (list: HTMLElement | null, { fromMs, percentPerMs }: Span, firstMs: number): void {
  const [from, unit] = [String(fromMs - firstMs), `${percentPerMs}%`]
  for (const bar of list?.querySelectorAll<HTMLElement>('.list-bar') ?? []) {
    if (bar.style.getPropertyValue('--span-from') !== from) bar.style.setProperty('--span-from', from)
    if (bar.style.getPropertyValue('--span-unit') !== unit) bar.style.setProperty('--span-unit', unit)
  }
}
