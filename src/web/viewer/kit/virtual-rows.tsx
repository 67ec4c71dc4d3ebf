// Rows of one height, of which only those in sight are in the document. The wrapper of TanStack Virtual for the views of bodies.
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core'
import type { ComponentChildren, HTMLAttributes } from 'preact'
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import './virtual-rows.css'

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>

interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'ref' | 'class'> {
  class?: string
  count: number
  rowHeight: number
  /** Of a row by its index; `top` is where it has to be. */
  draw: (index: number, top: string) => ComponentChildren
  /** Scrolled to whenever it is another one. */
  reveal?: number | undefined
}

/** Rows from what is in sight: a step of the keyboard scrolls as little as it can, a leap puts its row in the middle. */
const NEAR = 2

export function VirtualRows ({ count, rowHeight, draw, reveal, class: name = '', ...rest }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRows(scroller, count, rowHeight)
  const hasRoom = (rows.scrollRect?.height ?? 0) > 0
  useLayoutEffect(() => {
    if (reveal === undefined || reveal < 0 || !hasRoom) return
    const { startIndex, endIndex } = rows.calculateRange() ?? { startIndex: 0, endIndex: 0 }
    const isNear = reveal >= startIndex - NEAR && reveal <= endIndex + NEAR
    rows.scrollToIndex(reveal, { align: isNear ? 'auto' : 'center' })
  }, [reveal, hasRoom])
  return (
    <div {...rest} ref={scroller} class={`virtual-rows ${name}`}>
      <div role='presentation' class='virtual-room' style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map(({ index, start }) => draw(index, `translateY(${start}px)`))}
      </div>
    </div>
  )
}

function useRows (scroller: { readonly current: HTMLDivElement | null }, count: number, rowHeight: number): Rows {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined)
  }
  const made = useRef<Rows | undefined>(undefined)
  const rows = made.current ??= new Virtualizer(options)
  rows.setOptions(options)
  useLayoutEffect(() => rows._didMount(), [])
  useLayoutEffect(() => rows._willUpdate())
  return rows
}
