// The table of APIs: the requests that match the filter, grouped by method, host and path. A click on an API shows its requests in the
// list.
import { useSignal, type Signal } from '@preact/signals'
import type { RefObject, TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useEffect, useMemo, useRef, useLayoutEffect } from 'preact/hooks'
import { startMsOf } from '../../../exchange/outcome.js'
import { print } from '../../../filter/print.js'
import { usePage, type PageContext } from '../context.js'
import { SortArrow } from '../kit/icons.js'
import { Empty } from '../list/empty.js'
import { useClock } from '../list/use-list-layout.js'
import { isApiSort, sorted, type ApiSort, API_COLUMNS, nextSort, type ApiColumn } from '../model/apis/api-columns.js'
import { LiveApis } from '../model/apis/live-apis.js'
import type { Rows } from '../model/list/rows.js'
import { onlyApi } from '../model/apis/figures.js'
import { ApiRow } from './api-row.js'
import { useMode } from './apis-switch.js'
import './apis.css'

/** More rows are shown on request: a browser is slow with thousands of rows. */
const AT_FIRST = 200
/** Of the first rows, those that fit into the window are rendered first. In pixels. */
const LEAST_HEIGHT = 28

export function Apis () {
  const page = usePage()
  const { rows, filtering, view, prefs, words } = page
  const live = useMemo(() => {
    const live = apisOf(page)
    live.show()
    return live
  }, [rows])
  useEffect(() => () => live.hide(), [live])
  const sort = prefs.pref<ApiSort | null>('apis.sort', null, isApiSort)
  const most = useSignal(Math.ceil(innerHeight / LEAST_HEIGHT))
  useEffect(() => afterPaint(() => { most.value = Math.max(AT_FIRST, most.peek()) }), [])
  const body = useRef<HTMLTableSectionElement>(null)
  const setMode = useMode()
  const [clock, first] = [useClock().value, rows.first.value]
  const all = live.rows.value
  const shown = useMemo(() => sorted(all, sort.value), [all, sort.value])
  const hasHosts = useMemo(() => new Set(all.map(({ host }) => host)).size > 1, [all])
  const presses = useRowPresses(body, name => {
    const api = live.rows.peek().find(figures => figures.name === name)
    if (!api) return
    view.filter.value = print(onlyApi(filtering.query.peek(), api, live.rows.peek()))
    setMode('list')
  })
  return (
    <section class='apis' aria-label={words.apis.region} aria-busy={!live.isWhole.value}>
      <SortChoice sort={sort} />
      <div class='apis-room'>
        <table role='table' aria-label={words.apis.region} aria-rowcount={shown.length + 1}>
          <ApiHeader sort={sort} />
          <tbody role='rowgroup' ref={body} {...presses}>
            {shown.slice(0, most.value).map(figures => (
              <ApiRow
                key={figures.name} figures={figures} hasHosts={hasHosts} clock={clock} firstMs={first ? startMsOf(first) : 0} words={words}
              />
            ))}
          </tbody>
        </table>
        {most.value >= AT_FIRST && shown.length > most.value && (
          <button
            type='button' class='button framed apis-more' onClick={() => { most.value *= 5 }}
          >
            {words.apis.more(shown.length - most.value)}
          </button>
        )}
      </div>
      {live.isWhole.value && shown.length === 0 && <Empty />}
    </section>
  )
}

const known = new WeakMap<Rows, LiveApis>()

/** The table is made once for the page. Called before it is shown, it counts in advance. */
export function apisOf ({ rows, session, codes, repeats }: Pick<PageContext, 'rows' | 'session' | 'codes' | 'repeats'>): LiveApis {
  let live = known.get(rows)
  if (!live) known.set(rows, live = new LiveApis({ matching: rows.matching, all: session.entries, codes: codes.codes, repeats }))
  return live
}

function afterPaint (run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => { timer = setTimeout(run) })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

interface SortProps { sort: Signal<ApiSort | null> }

// The header of the table: a click on a column name sorts. If there is no room for column names, a selection list replaces them.
function ApiHeader ({ sort }: SortProps) {
  return <thead role='rowgroup'><tr role='row'>{API_COLUMNS.map(column => <Head key={column} column={column} sort={sort} />)}</tr></thead>
}

function Head ({ column, sort }: SortProps & { column: ApiColumn }) {
  const { words: { apis: words } } = usePage()
  const now = sort.value?.column === column ? sort.value : undefined
  const direction = now && (now.isDescending ? 'descending' : 'ascending')
  return (
    <th role='columnheader' scope='col' class={`api-${column}`} {...direction && { 'aria-sort': direction }}>
      <button type='button' title={words.meanings[column]} onClick={() => { sort.value = nextSort(sort.peek(), column) }}>
        {words.columns[column]}{direction && <SortArrow direction={direction} />}
      </button>
    </th>
  )
}

function SortChoice ({ sort }: SortProps) {
  const { words: { apis: words } } = usePage()
  const choose = (value: string) => {
    const column = API_COLUMNS.find(name => name === value)
    sort.value = column ? nextSort(null, column) : null
  }
  return (
    <label class='apis-sort'>{words.sort}
      <select class='field' value={sort.value?.column ?? ''} onChange={event => choose(event.currentTarget.value)}>
        <option value=''>{words.worst}</option>
        {API_COLUMNS.map(column => <option key={column} value={column}>{words.meanings[column]}</option>)}
      </select>
    </label>
  )
}

interface RowPresses {
  onPointerDown: (event: TargetedEvent<HTMLElement>) => void
  onClick: (event: TargetedEvent<HTMLElement>) => void
  onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void
  onFocusIn: (event: TargetedEvent<HTMLElement>) => void
}

const BUTTON = '.api-name'

// Clicks and keys on the rows of the table: one tab stop; arrow keys move. A click counts for the row that was pressed, even if that row
// has moved before the release.
function useRowPresses (body: RefObject<HTMLElement | null>, onPress: (name: string) => void): RowPresses {
  const pressed = useRef<string | undefined>(undefined)
  // After every render: the rows may have changed.
  useLayoutEffect(() => {
    const buttons = buttonsIn(body.current)
    if (!buttons.some(({ tabIndex }) => tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0
  })
  return {
    onPointerDown: ({ target }) => { pressed.current = nameAt(target) },
    onClick: ({ target }) => {
      const name = pressed.current ?? nameAt(target)
      pressed.current = undefined
      if (name !== undefined) onPress(name)
    },
    onKeyDown: event => {
      const buttons = buttonsIn(body.current)
      const at = buttons.findIndex(button => button === document.activeElement)
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
      const next = to === undefined ? undefined : buttons[Math.max(0, Math.min(buttons.length - 1, to))]
      if (!next) return
      next.focus()
      event.preventDefault()
    },
    onFocusIn: ({ target }) => {
      for (const button of buttonsIn(body.current)) button.tabIndex = button === target ? 0 : -1
    }
  }
}

function buttonsIn (body: HTMLElement | null): HTMLElement[] {
  return [...body?.querySelectorAll<HTMLElement>(BUTTON) ?? []]
}

function nameAt (target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest('[data-api]')?.getAttribute('data-api') ?? undefined : undefined
}
