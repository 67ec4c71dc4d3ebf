// The table of APIs: the requests that match the filter, grouped by API (method, host and path), by host, or by source. A click on a row
// shows its requests in the list.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { startMsOf } from '../../../exchange/outcome.js'
import { print } from '../../../filter/print.js'
import { usePage, type PageContext } from '../context.js'
import { afterPaint } from '../kit/after-paint.js'
import { SortArrow } from '../kit/icons.js'
import { Empty } from '../list/empty.js'
import { useTimeFormat } from '../list/use-list-layout.js'
import { isApiSort, sorted, type ApiSort, API_COLUMNS, nextSort, type ApiColumn } from '../model/apis/api-columns.js'
import { LiveApis } from '../model/apis/live-apis.js'
import type { Rows } from '../model/list/rows.js'
import { isGrouping, onlyGroup, type Grouping } from '../model/apis/grouping.js'
import { answerDifferently } from '../rules/actions.js'
import { ApiRuleMenu, type ApiRuleMenuAt } from './api-rule-menu.js'
import { ruleTarget } from './api-rules.js'
import { ApiRow } from './api-row.js'
import { ApisBar, meaningOf, nameOf } from './apis-bar.js'
import { useMode } from './apis-switch.js'
import { useRowPresses } from './use-row-presses.js'
import './apis.css'

/** More rows are shown on request: a browser is slow with thousands of rows. */
const AT_FIRST = 200
/** In pixels. Only as many of the first rows as fit into the window are rendered at first. */
const MIN_HEIGHT = 28

export function Apis () {
  const page = usePage()
  const { rows, filtering, session, view, prefs, words } = page
  const live = useShown(page)
  const sort = prefs.pref<ApiSort | null>('apis.sort', null, isApiSort)
  const most = useSignal(Math.ceil(innerHeight / MIN_HEIGHT))
  useEffect(() => afterPaint(() => { most.value = Math.max(AT_FIRST, most.peek()) }), [])
  const body = useRef<HTMLTableSectionElement>(null)
  const setMode = useMode()
  const [timeFormat, first] = [useTimeFormat().value, rows.first.value]
  const all = live.rows.value
  const shown = useMemo(() => sorted(all, sort.value), [all, sort.value])
  const hasHosts = useMemo(() => new Set(all.map(({ host }) => host)).size > 1, [all])
  const by = groupingOf(prefs)
  const hasRules = !session.isSaved && by.value === 'api'
  const menu = useSignal<ApiRuleMenuAt | undefined>(undefined)
  const apiOf = (name: string) => live.rows.peek().find(figures => figures.name === name)
  const presses = useRowPresses(body, name => {
    const api = apiOf(name)
    if (!api) return
    view.filter.value = print(onlyGroup(by.peek(), filtering.query.peek(), api, live.rows.peek()))
    setMode('list')
  }, (name, button, isDirect) => {
    const api = hasRules ? apiOf(name) : undefined
    const target = api && ruleTarget(session.entries.peek(), api, live.rows.peek())
    if (!target) return
    if (isDirect) answerDifferently(page, target).catch(() => {})
    else menu.value = { target, button: { current: button } }
  })
  return (
    <section class='apis' aria-label={words.apis.region} aria-busy={!live.isWhole.value}>
      <ApisBar by={by} sort={sort} />
      <div class='apis-room'>
        <table role='table' aria-label={words.apis.region} aria-rowcount={shown.length + 1}>
          <ApiHeader sort={sort} by={by.value} />
          <tbody role='rowgroup' ref={body} {...presses}>
            {shown.slice(0, most.value).map(figures => (
              <ApiRow
                key={figures.name} figures={figures} hasHosts={hasHosts} hasRules={hasRules}
                timeFormat={timeFormat} firstMs={first ? startMsOf(first) : 0} words={words}
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
      {menu.value && <ApiRuleMenu at={menu.value} onClose={() => { menu.value = undefined }} />}
    </section>
  )
}

function useShown (page: PageContext): LiveApis {
  const { live, hide } = useMemo(() => {
    const live = apisOf(page)
    return { live, hide: live.show() }
  }, [page.rows])
  useEffect(() => hide, [hide])
  return live
}

const known = new WeakMap<Rows, LiveApis>()

/** The table is made once for the page. Called before it is shown, it counts in advance. */
export function apisOf (
  { rows, session, codes, repeats, prefs }: Pick<PageContext, 'rows' | 'session' | 'codes' | 'repeats' | 'prefs'>
): LiveApis {
  let live = known.get(rows)
  const by = groupingOf(prefs)
  if (!live) known.set(rows, live = new LiveApis({ matching: rows.matching, all: session.entries, codes: codes.codes, by, repeats }))
  return live
}

function groupingOf (prefs: PageContext['prefs']): Signal<Grouping> {
  return prefs.pref<Grouping>('apis.by', 'api', isGrouping)
}

interface SortProps { sort: Signal<ApiSort | null>, by: Grouping }

// The header of the table: a click on a column name sorts. If there is no room for column names, a selection list in the bar replaces them.
function ApiHeader (props: SortProps) {
  return <thead role='rowgroup'><tr role='row'>{API_COLUMNS.map(column => <Head key={column} column={column} {...props} />)}</tr></thead>
}

function Head ({ column, sort, by }: SortProps & { column: ApiColumn }) {
  const { words: { apis: words } } = usePage()
  const now = sort.value?.column === column ? sort.value : undefined
  const direction = now && (now.isDescending ? 'descending' : 'ascending')
  return (
    <th role='columnheader' scope='col' class={`api-${column}`} {...direction && { 'aria-sort': direction }}>
      <button type='button' title={meaningOf(words, column, by)} onClick={() => { sort.value = nextSort(sort.peek(), column) }}>
        {nameOf(words, column, by)}{direction && <SortArrow direction={direction} />}
      </button>
    </th>
  )
}
