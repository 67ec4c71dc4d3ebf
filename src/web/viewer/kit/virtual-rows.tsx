// Rows of equal height in a scrolling element. Only the rows in view are in the document.
import type { ComponentChildren, HTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWindow } from './use-window.js'
import './virtual-rows.css'

interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'ref' | 'class'> {
  class?: string
  count: number
  rowHeight: number
  /** Renders a row by its index; `top` is its position. */
  draw: (index: number, top: string) => ComponentChildren
  /** When it changes, this row is scrolled into view. */
  reveal?: number | undefined
}

/** The distance from the visible rows, in rows, up to which it scrolls as little as possible; a row farther away is scrolled to the
 * middle. */
const NEAR = 2

export function VirtualRows ({ count, rowHeight, draw, reveal = -1, class: name = '', ...rest }: VirtualRowsProps) {
  const element = useRef<HTMLDivElement>(null)
  const { first, rows, height, show } = useWindow({ element, count, rowHeight })
  const hasRoom = height > 0
  useLayoutEffect(() => {
    const scroller = element.current
    if (!scroller || reveal < 0 || !hasRoom) return
    const rowsAbove = scroller.scrollTop / rowHeight - reveal
    const rowsBeneath = reveal - (scroller.scrollTop + scroller.clientHeight) / rowHeight
    if (Math.max(rowsAbove, rowsBeneath) <= NEAR) show(reveal)
    else scroller.scrollTop = reveal * rowHeight - (scroller.clientHeight - rowHeight) / 2
  }, [reveal, hasRoom])
  return (
    <div {...rest} ref={element} class={`virtual-rows ${name}`}>
      <div role='presentation' class='virtual-room' style={{ height: `${count * rowHeight}px` }}>
        {Array.from({ length: rows }, (_, n) => draw(first + n, `translateY(${(first + n) * rowHeight}px)`))}
      </div>
    </div>
  )
}
