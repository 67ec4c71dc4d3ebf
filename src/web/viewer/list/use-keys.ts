// The keyboard in the list. Arrows and their like belong to it where the focus is in it, or nowhere; letters work all over the page.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { keys, type Action } from '../page/keys.js'
import { usePage } from '../page/page.js'
import type { Rows } from '../model/list/rows.js'

interface KeysOptions {
  grid: RefObject<HTMLElement | null>
  rows: Rows
  /** How many rows are seen at once. */
  page: number
}

/** False: it was not for this one. */
type Run = (event: KeyboardEvent) => boolean | void

export function useKeys ({ grid, rows, page }: KeysOptions): void {
  const { session } = usePage()
  useEffect(() => {
    const { selection, follow } = rows
    const inList = (run: Run): Run => event => isElsewhere(event, grid.current) ? false : run(event)
    const move = (by: () => number, isExtending = false): Run => () => {
      follow.stop()
      selection.move(by(), isExtending)
    }
    const moveTo = (index: number): Run => () => {
      follow.stop()
      selection.moveTo(index)
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
      ['PageDown', 'list.page', inList(move(() => page))],
      ['PageUp', 'list.page', inList(move(() => -page))],
      ['Enter', 'list.open', inList(() => open(rows))],
      [']', 'list.nextError', () => toError(rows, 1)],
      ['[', 'list.previousError', () => toError(rows, -1)],
      ['g', 'list.follow', () => follow.start()],
      ...session.isSaved ? [] : [['Delete', 'list.delete', inList(() => remove(rows, ids => session.remove(ids)))] satisfies typeof bound[number]]
    ]
    const stops = bound.map(([key, action, run]) => keys.on(key, action, run))
    return () => { for (const stop of stops) stop() }
  }, [grid, rows, page, session])
}

function isElsewhere ({ target }: KeyboardEvent, grid: HTMLElement | null): boolean {
  return target instanceof Element && target !== document.body && target !== grid
}

function open ({ selection }: Rows): boolean {
  const id = selection.active.peek()
  if (id === undefined || selection.index < 0) return false
  selection.open(id)
  return true
}

function toError ({ all, selection, codes, follow }: Rows, step: 1 | -1): boolean {
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

/** What is gone is followed by its neighbour, so that one can go on. */
export function remove ({ selection, all }: Rows, send: (ids: string[]) => void): boolean {
  const ids = [...selection.ids.peek()]
  if (ids.length === 0) return false
  const entries = all.peek()
  const first = entries.findIndex(({ id }) => id === ids[0])
  const next = entries[first + ids.length] ?? entries[first - 1]
  if (next) selection.select(next.id)
  send(ids)
  return true
}
