// The figures beside the number of requests: the size, the time span, and the median and p95 duration of the requests that match the
// filter; the size and time span of a selection; and how many requests the session has evicted. On phones, there is room only for the size,
// the p95, and the evictions.
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import { durationText } from '../../../text/duration.js'
import { sizeText } from '../../../text/size.js'
import { usePage } from '../context.js'
import { Evictions } from '../model/totals/evictions.js'
import { LiveTotals } from '../model/totals/live-totals.js'
import type { Session } from '../model/session/session.js'
import type { TallyFigures } from '../model/totals/tally.js'
import './totals.css'

export function Totals () {
  const { rows, selection, session, words: { totals: words } } = usePage()
  const [all, shown, selected] = [useTotals(session.entries), useTotals(rows.matching), useTotals(selection.entries)]
  const evicted = useEvicted(session)
  if (all.count === 0) return null
  const part = (figure: (of: TallyFigures) => string) => {
    const [some, whole] = [figure(shown), figure(all)]
    return <>{some}{some !== whole && <span class='total-of'> {words.of(whole)}</span>}</>
  }
  return (
    <>
      <Total name={words.size} title={words.sizeHint}>{part(({ bytes }) => sizeText(bytes))}</Total>
      <Total name={words.span} title={words.spanHint} class='extra'>{part(spanText)}</Total>
      {shown.medianMs !== undefined && <Total name={words.median} class='extra'>{durationText(shown.medianMs)}</Total>}
      {shown.p95Ms !== undefined && <Total name={words.p95} title={words.p95Hint} class='always'>{durationText(shown.p95Ms)}</Total>}
      {evicted > 0 && <Total name={words.evicted} title={words.evictedHint} class='always'>{words.count(evicted)}</Total>}
      {selected.count > 1 && (
        <span class='total-selected'>
          {words.selected(selected.count)} · {sizeText(selected.bytes)} · {spanText(selected)}
        </span>
      )}
    </>
  )
}

interface TotalProps { name: string, title?: string, class?: string, children: ComponentChildren }

function Total ({ name, title, class: kind = '', children }: TotalProps) {
  return <span class={`total ${kind}`} title={title}><span class='total-name'>{name}</span> {children}</span>
}

function spanText ({ spanMs }: TallyFigures): string {
  return durationText(spanMs ?? 0)
}

function useTotals (source: ReadonlySignal<readonly ListedEntry[]>): TallyFigures {
  const totals = useMemo(() => new LiveTotals(source), [source])
  useEffect(() => () => { totals.close() }, [totals])
  return totals.figures.value
}

function useEvicted (session: Session): number {
  const evictions = useMemo(() => new Evictions(session), [session])
  useEffect(() => () => { evictions.close() }, [evictions])
  return evictions.count.value
}
