// Keeps the scroll position of the list. While the list follows new entries, it stays at the newest one. Otherwise, the visible rows stay
// in place, no matter which entries come and go around them.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import type { ScrollPosition } from '../kit/use-window.js'
import type { RowSelection } from '../model/list/selection.js'
import { usePage } from '../context.js'
import type { ListLayout } from './use-list-layout.js'

interface PlaceOptions {
  grid: RefObject<HTMLElement | null>
  anchor: RefObject<Anchor | undefined>
  entries: readonly ListedEntry[]
  show: (index: number) => void
  layout: ListLayout
  heightPx: number
}

/** The first row in view, and how many pixels of it are scrolled out of view. */
interface Anchor {
  id: string
  index: number
  above: number
}

/** `onScroll` is called at every scroll. */
export function useScrolled (rowHeight: number): { anchor: RefObject<Anchor | undefined>, onScroll: (position: ScrollPosition) => void } {
  const { rows, follow } = usePage()
  const anchor = useRef<Anchor | undefined>(undefined)
  const onScroll = (position: ScrollPosition) => {
    anchor.current = anchorAt(position.offset, rows.all.peek(), rowHeight)
    const side = rows.newestEnd.peek()
    if (side) follow.scrolled(position, side === 'end')
  }
  return { anchor, onScroll }
}

export function usePlace ({ grid, anchor, entries, layout: { rowHeight, form }, heightPx, show }: PlaceOptions): void {
  const { rows, follow, columns, selection } = usePage()
  const isFollowing = follow.isOn.value
  const end = rows.newestEnd.value
  const sort = columns.sort.value
  const known = useRef(sort)

  useLayoutEffect(() => {
    const element = grid.current
    if (!element || entries.length === 0) return
    const isOther = known.current !== sort
    known.current = sort
    if (isFollowing && end) element.scrollTop = end === 'end' ? entries.length * rowHeight : 0
    else if (isOther) showActive(selection, show)
    else keep(element, entries, anchor, rowHeight)
  }, [entries, isFollowing, end, sort, rowHeight, form, heightPx])

  // The active row is scrolled into view, no matter whether the keyboard, the address or another part of the page made it active.
  const active = selection.active.value
  useLayoutEffect(() => showActive(selection, show), [active, form])
}

function showActive (selection: RowSelection, show: (index: number) => void): void {
  const { index } = selection
  if (index >= 0) show(index)
}

function anchorAt (offset: number, entries: readonly ListedEntry[], rowHeight: number): Anchor | undefined {
  const index = Math.min(entries.length - 1, Math.floor(offset / rowHeight))
  const entry = entries[index]
  return entry && { id: entry.id, index, above: offset - index * rowHeight }
}

// Usually the anchor has not moved; if it has, it is searched for, or else the row that took its place.
function keep (element: HTMLElement, entries: readonly ListedEntry[], anchor: RefObject<Anchor | undefined>, rowHeight: number): void {
  const now = anchor.current
  if (!now || entries[now.index]?.id === now.id) return
  const index = entries.findIndex(({ id }) => id === now.id)
  if (index >= 0) {
    element.scrollTop = index * rowHeight + now.above
    anchor.current = { ...now, index }
  } else anchor.current = anchorAt(element.scrollTop, entries, rowHeight)
}
