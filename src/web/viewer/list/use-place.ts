// Where the list is scrolled to. While it follows, at the newest; else what somebody looks at stays where it is, whatever comes and goes around it.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Entry } from '../../../schema/entry.js'
import type { Rows } from './rows.js'
import type { ListLayout } from './use-list-layout.js'
import type { Virtual } from './use-virtual.js'

interface PlaceOptions {
  grid: RefObject<HTMLElement | null>
  entries: readonly Entry[]
  virtual: Virtual
  rows: Rows
  layout: ListLayout
}

/** The first row in view, and how much of it is above. */
interface Anchor {
  id: string
  index: number
  above: number
}

export function usePlace ({ grid, entries, rows, layout: { rowHeight, form }, virtual }: PlaceOptions): void {
  const anchor = useRef<Anchor | undefined>(undefined)
  const isFollowing = rows.follow.isOn.value
  const end = rows.newestEnd.value
  const sort = rows.columns.sort.value
  const known = useRef({ sort, form })

  useLayoutEffect(() => {
    const element = grid.current
    if (!element || entries.length === 0) return
    const isOther = known.current.sort !== sort
    known.current = { sort, form }
    if (isFollowing && end) element.scrollTop = end === 'end' ? element.scrollHeight : 0
    else if (isOther) showActive(rows, virtual)
    else keep(element, entries, anchor.current, rowHeight)
    anchor.current = anchorOf(element, entries, rowHeight)
  }, [entries, isFollowing, end, sort, rowHeight, form])

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const scrolled = () => {
      anchor.current = anchorOf(element, rows.all.peek(), rowHeight)
      const side = rows.newestEnd.peek()
      if (side) rows.follow.scrolled({ offset: element.scrollTop, most: element.scrollHeight - element.clientHeight }, side === 'end')
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => element.removeEventListener('scroll', scrolled)
  }, [grid, rows, rowHeight])

  // Whatever was made active is seen: by the keyboard, by the address, by another part of the page.
  const active = rows.selection.active.value
  useLayoutEffect(() => showActive(rows, virtual), [active, form])
}

function showActive ({ selection }: Rows, virtual: Virtual): void {
  const { index } = selection
  if (index >= 0) virtual.scrollToIndex(index)
}

function anchorOf (element: HTMLElement, entries: readonly Entry[], rowHeight: number): Anchor | undefined {
  const index = Math.min(entries.length - 1, Math.floor(element.scrollTop / rowHeight))
  const entry = entries[index]
  return entry && { id: entry.id, index, above: element.scrollTop - index * rowHeight }
}

// Mostly it has not moved; else it is sought, or what stands in its place.
function keep (element: HTMLElement, entries: readonly Entry[], anchor: Anchor | undefined, rowHeight: number): void {
  if (!anchor || entries[anchor.index]?.id === anchor.id) return
  const index = entries.findIndex(({ id }) => id === anchor.id)
  if (index >= 0) element.scrollTop = index * rowHeight + anchor.above
}
