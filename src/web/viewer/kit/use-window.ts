// Computes which rows are in view. All rows have the same height, so a division is enough; a library for rows of any height would be a
// sixth of all code that the page loads. The number of rendered rows is the same at every scroll position, so that rows are reused instead
// of created again.
import { useSignal, useComputed, type ReadonlySignal } from '@preact/signals'
import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** The scroll position, in pixels. */
export interface ScrollPosition {
  offset: number
  /** The maximum offset. */
  most: number
}

export interface WindowOptions {
  element: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** The height of the header above the first row, which does not scroll. */
  headerHeight?: number
  /** The end to which the list sticks, if any: the rows there are rendered before the list scrolls to them. */
  held?: 'start' | 'end' | undefined
  /** Called before the render for the new position: reading an element's position after a change would force a layout of the whole page. */
  onScroll?: (position: ScrollPosition) => void
}

export interface Window {
  first: number
  rows: number
  /** The visible height in pixels; 0 if nothing is visible. */
  height: number
  /** How many rows are visible at once. */
  page: number
  /** All rows that are rendered. `draw` makes one; it is not called for a row that may stay as it is. */
  rowsOf: (draw: (index: number, key: number) => JSX.Element | undefined) => ComponentChildren
  /** Scrolls the row into view, by the smallest distance. */
  show: (index: number) => void
}

/** Extra rows above and below the visible ones, rendered before they are scrolled into view. */
const OVERSCAN = 8
/** After a jump, as when the scroll bar is dragged, rows out of view keep their old content until there was no jump for this long. */
const CALM_MS = 60

export function useWindow ({ element, count, rowHeight, headerHeight = 0, held, onScroll }: WindowOptions): Window {
  const height = useSize(element, 'Height')
  const rows = Math.min(count, Math.ceil(height.value / rowHeight) + 2 * OVERSCAN)
  const top = useTop(element, rowHeight, onScroll)
  const first = Math.max(0, Math.min(held === 'start' ? 0 : held === 'end' ? Infinity : top.value - OVERSCAN, count - rows))
  const rowsOf = useRows(first, rows, held === undefined ? top.value - first : undefined)
  const seen = height.value - headerHeight
  const show = (index: number) => {
    const target = element.current
    if (!target) return
    const start = index * rowHeight
    if (start < target.scrollTop) target.scrollTop = start
    else if (start + rowHeight > target.scrollTop + seen) target.scrollTop = start + rowHeight - seen
  }
  return { first, rows, height: height.value, page: Math.max(1, Math.floor(seen / rowHeight)), rowsOf, show }
}

/** `hidden`: how many rows are rendered above those in view; undefined if no row may keep its old content. */
function useRows (first: number, rows: number, hidden: number | undefined): Window['rowsOf'] {
  const before = useRef({ first, turn: 0 })
  const kept = useRef(new Map<number, JSX.Element | undefined>())
  const calm = useSignal(0)
  calm.value // eslint-disable-line
  const { first: was, turn: old } = before.current
  const isJump = Math.abs(first - was) >= rows
  // Moving an element costs more than changing its content: after a jump, the keys keep their order, so no element moves.
  const turn = isJump ? (was + old + rows - first % rows) % rows || 0 : old
  before.current = { first, turn }
  useEffect(() => {
    if (!isJump) return
    const timer = setTimeout(() => { calm.value++ }, CALM_MS)
    return () => clearTimeout(timer)
  })
  const canWait = (n: number) => isJump && hidden !== undefined && (n < hidden || n > hidden + rows - 2 * OVERSCAN + OVERSCAN / 2)
  return draw => Array.from({ length: rows }, (_, n) => {
    const key = (first + n + turn) % rows
    // The same object again: it is not even compared.
    const row = (canWait(n) && kept.current.get(key)) || draw(first + n, key)
    kept.current.set(key, row)
    return row
  })
}

/** The first row in view, rounded to steps of half the extra rows. */
function useTop (element: RefObject<HTMLElement | null>, rowHeight: number, onScroll: WindowOptions['onScroll']): ReadonlySignal<number> {
  const offset = useSignal(0)
  const listener = useRef(onScroll)
  listener.current = onScroll
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const scrolled = () => {
      const { scrollTop, scrollHeight, clientHeight } = target
      listener.current?.({ offset: scrollTop, most: scrollHeight - clientHeight })
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

/**
 * The current width or height of an element. Until it exists, the size of the window is used. The observer measures it for the first time
 * before the first paint; measuring it here would force a layout.
 */
export function useSize (element: RefObject<HTMLElement | null>, side: 'Width' | 'Height'): ReadonlySignal<number> {
  const size = useSignal<number>(window[`inner${side}`])
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new ResizeObserver(() => { size.value = target[`client${side}`] })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, size, side])
  return size
}
