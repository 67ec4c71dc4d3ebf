// The table of APIs: the requests that the filter finds, by method, host and path. A press on one shows its requests in the list.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { startMsOf } from '../../../exchange/outcome.js'
import { print } from '../../../filter/print.js'
import { Empty } from '../list/empty.js'
import { useClock } from '../list/use-list-layout.js'
import { usePage } from '../context.js'
import { useMode } from './use-mode.js'
import { isApiSort, sorted, type ApiSort } from '../model/apis/api-columns.js'
import { ApiHeader, SortChoice } from './api-header.js'
import { ApiRow } from './api-row.js'
import { LiveApis } from '../model/apis/live-apis.js'
import { onlyApi } from '../model/apis/only-api.js'
import { useRowPresses } from './use-row-presses.js'
import './apis.css'

/** More are shown when somebody asks for them: a browser takes its time for thousands of rows. */
const AT_FIRST = 200

export function Apis () {
  const { rows, codes, repeats, filtering, view, prefs, words } = usePage()
  const live = useMemo(() => new LiveApis({ entries: rows.matching, isError: codes.isError, repeats }), [rows, codes, repeats])
  useEffect(() => () => live.close(), [live])
  const sort = prefs.pref<ApiSort | null>('apis.sort', null, isApiSort)
  const most = useSignal(AT_FIRST)
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
              <ApiRow key={figures.name} figures={figures} hasHosts={hasHosts} clock={clock} firstMs={first ? startMsOf(first) : 0} words={words} />
            ))}
          </tbody>
        </table>
        {shown.length > most.value && (
          <button type='button' class='button framed apis-more' onClick={() => { most.value *= 5 }}>{words.apis.more(shown.length - most.value)}</button>
        )}
      </div>
      {live.isWhole.value && shown.length === 0 && <Empty />}
    </section>
  )
}
