// Which rows are in view. All are of one height, so that it is a division; a library for rows of any height is a sixth of all that the page
// loads. It always gives the same number of rows, whatever the place, so that rows can be used again for others instead of being made anew.
import { useSignal, useComputed, type ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Where something is scrolled to, in pixels. */
export interface Extent {
  offset: number
  /** The furthest that it can be scrolled. */
  most: number
}

export interface WindowOptions {
  element: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** What stands above the first row, and stays there. */
  headerHeight?: number
  /** At which end it is held; then the rows there are drawn before the list is scrolled to them. */
  held?: 'start' | 'end' | undefined
  /** Told before anything is drawn for it: to ask an element for its place after a change makes the browser lay out all of it. */
  onScroll?: (extent: Extent) => void
}

export interface Window {
  first: number
  rows: number
  /** The height of what is seen, in pixels; 0 where nothing is. */
  height: number
  /** How many are seen at once. */
  page: number
  /** Moves as little as it takes. */
  show: (index: number) => void
}

/** Rows above and below those in view, which are there before they are scrolled to. */
const OVERSCAN = 8

export function useWindow ({ element, count, rowHeight, headerHeight = 0, held, onScroll }: WindowOptions): Window {
  const height = useSize(element, 'Height')
  const rows = Math.min(count, Math.ceil(height.value / rowHeight) + 2 * OVERSCAN)
  const top = useTop(element, rowHeight, onScroll)
  const first = Math.max(0, Math.min(held === 'start' ? 0 : held === 'end' ? Infinity : top.value - OVERSCAN, count - rows))
  const seen = height.value - headerHeight
  const show = (index: number) => {
    const target = element.current
    if (!target) return
    const start = index * rowHeight
    if (start < target.scrollTop) target.scrollTop = start
    else if (start + rowHeight > target.scrollTop + seen) target.scrollTop = start + rowHeight - seen
  }
  return { first, rows, height: height.value, page: Math.max(1, Math.floor(seen / rowHeight)), show }
}

/** The first row in view, in steps of half of what is drawn beyond it. */
function useTop (element: RefObject<HTMLElement | null>, rowHeight: number, onScroll: WindowOptions['onScroll']): ReadonlySignal<number> {
  const offset = useSignal(0)
  const told = useRef(onScroll)
  told.current = onScroll
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const scrolled = () => {
      const { scrollTop, scrollHeight, clientHeight } = target
      told.current?.({ offset: scrollTop, most: scrollHeight - clientHeight })
      offset.value = scrollTop
    }
    offset.value = target.scrollTop
    target.addEventListener('scroll', scrolled, { passive: true })
    return () => target.removeEventListener('scroll', scrolled)
  }, [element, offset])
  const height = useSignal(rowHeight)
  height.value = rowHeight
  const step = OVERSCAN / 2
  return useComputed(() => Math.floor(offset.value / height.value / step) * step)
}

// How wide or how high an element is, as it changes.
/** Until it is there, it is taken for as large as the window. */
export function useSize (element: RefObject<HTMLElement | null>, side: 'Width' | 'Height'): ReadonlySignal<number> {
  const size = useSignal<number>(window[`inner${side}`])
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => { size.value = target[`client${side}`] }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, size, side])
  return size
}
