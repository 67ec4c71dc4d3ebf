// Keyboard shortcuts of the list. Keys such as the arrows and Enter work only if the list or nothing has the focus; letters and brackets
// work everywhere on the page.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { RowSelection } from '../model/list/selection.js'
import { keys, type Action } from '../kit/keys.js'
import { usePage, type PageContext } from '../context.js'

interface KeysOptions {
  grid: RefObject<HTMLElement | null>
  /** How many rows are visible at once. */
  pageRows: number
}

/** Returns false if the key is not for the list. */
type Run = (event: KeyboardEvent) => boolean | void

export function useKeys ({ grid, pageRows }: KeysOptions): void {
  const page = usePage()
  const { session, selection, follow, rows } = page
  useEffect(() => {
    const inList = (run: Run): Run => event => isElsewhere(event, grid.current) ? false : run(event)
    const move = (by: () => number, isExtending = false): Run => () => {
      selection.move(by(), isExtending)
      follow.moved(rows.isNewest(selection.index))
    }
    const moveTo = (index: number): Run => () => {
      selection.moveTo(index)
      follow.moved(rows.isNewest(selection.index))
    }
    const bound: [key: string, action: Action, run: Run][] = [
      ['j', 'list.down', move(() => 1)],
      ['ArrowDown', 'list.down', inList(move(() => 1))],
      ['k', 'list.up', move(() => -1)],
      ['ArrowUp', 'list.up', inList(move(() => -1))],
      ['Shift+ArrowDown', 'list.extend', inList(move(() => 1, true))],
      ['Shift+ArrowUp', 'list.extend', inList(move(() => -1, true))],
      ['Home', 'list.first', inList(moveTo(0))],
      ['End', 'list.last', inList(moveTo(Infinity))],
      ['PageDown', 'list.page', inList(move(() => pageRows))],
      ['PageUp', 'list.page', inList(move(() => -pageRows))],
      ['Enter', 'list.open', inList(() => open(selection))],
      [']', 'list.nextError', () => toError(page, 1)],
      ['[', 'list.previousError', () => toError(page, -1)],
      ['g', 'list.follow', () => follow.start()],
      ...session.isSaved ? [] : [['Delete', 'list.delete', inList(() => remove(page))] satisfies typeof bound[number]]
    ]
    const stops = bound.map(([key, action, run]) => keys.on(key, action, run))
    return () => { for (const stop of stops) stop() }
  }, [grid, rows, pageRows, session])
}

function isElsewhere ({ target }: KeyboardEvent, grid: HTMLElement | null): boolean {
  return target instanceof Element && target !== document.body && target !== grid
}

function open (selection: RowSelection): boolean {
  const id = selection.active.peek()
  if (id === undefined || selection.index < 0) return false
  selection.open(id)
  return true
}

function toError ({ rows: { all }, selection, codes, follow }: PageContext, step: 1 | -1): boolean {
  const [entries, isError] = [all.peek(), codes.isError.peek()]
  const from = selection.index >= 0 ? selection.index : step > 0 ? -1 : entries.length
  for (let at = from + step; at >= 0 && at < entries.length; at += step) {
    const entry = entries[at]
    if (!entry || !isError(entry)) continue
    follow.stop()
    selection.select(entry.id)
    return true
  }
  return false
}

/** The neighbor of a deleted row becomes active, so that the person can continue. */
export function remove ({ rows: { all }, selection, session }: PageContext): boolean {
  const ids = [...selection.ids.peek()]
  if (ids.length === 0) return false
  const entries = all.peek()
  const first = entries.findIndex(({ id }) => id === ids[0])
  const next = entries[first + ids.length] ?? entries[first - 1]
  if (next) selection.select(next.id)
  session.remove(ids)
  return true
}
