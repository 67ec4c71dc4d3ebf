// One cell of a row: what a column shows of an entry.
import type { ComponentChildren } from 'preact'
import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import { factsOf } from '../../../filter/facts.js'
import { markSigns } from '../marks/mark-signs.js'
import type { Words } from '../words/words.js'
import { repeatSigns } from './repeat-signs.js'
import type { Column } from '../model/list/column.js'
import { momentText, runningText, sizeText, timeText, type Clock } from '../text/figures.js'
import { StateIcon } from './icons.js'
import type { RowState } from './row-state.js'
import { rowFactsOf } from '../model/list/row-facts.js'
import type { Model } from '../model/model.js'
import { visible } from '../text/visible.js'

export interface CellContext extends Pick<Model, 'rows' | 'codes' | 'repeats'> {
  words: Words
  nowMs: ReadonlySignal<number>
  clock: Signal<Clock>
  /** The start of the first entry. */
  firstMs: number
}

interface CellProps {
  column: Column
  entry: Held
  state: RowState
  context: CellContext
}

/** No component of its own: scrolling makes hundreds of cells in a frame. */
export function cellOf (props: CellProps) {
  const { column } = props
  return (
    <div key={column.id} role='gridcell' title={titleOf(props)} data-column={column.id} class={`list-cell list-${column.id.split(':')[0] ?? ''}${column.isEnd ? ' end' : ''}`}>
      {contentOf(props)}
    </div>
  )
}

// As it was sent, where it reads otherwise.
function titleOf ({ column, entry }: CellProps): string | undefined {
  return column.id === 'name' && entry.api.includes('%') ? visible(entry.api) : undefined
}

function contentOf ({ column, entry, state, context }: CellProps): ComponentChildren {
  const { rows, repeats, clock, firstMs } = context
  const facts = rowFactsOf(entry)
  switch (column.id) {
    case 'number': return rows.numberOf(entry) ?? ''
    case 'start': return momentText(startMsOf(entry), clock.value, firstMs)
    case 'method': return <span class='data'>{visible(entry.method)}</span>
    case 'status': return statusOf(entry, state, context)
    case 'code': return codeOf(entry, context)
    case 'name': return <>{markSigns(entry)}{repeatSigns(entry, repeats, context.words)}<b class='data'>{facts.name}</b> <span class='data dim'>{facts.place}</span></>
    case 'host': return <span class='data'>{facts.host}</span>
    case 'kind': return facts.type
    case 'size': return isPending(entry) ? '' : sizeText(facts.size)
    case 'time': return timeOf(entry, state, context)
    case 'waterfall': return bar(entry, state, context)
    default: return <span class='data'>{visible(column.text(entry))}</span>
  }
}

function statusOf (entry: Held, state: RowState, { words }: CellContext): ComponentChildren {
  const { status } = rowFactsOf(entry)
  const text = isPending(entry) ? '' : status === 0 ? words.list.failed : status ?? '–'
  return <><StateIcon state={state} status={status} /><span>{text}</span></>
}

function codeOf (entry: Held, { codes }: CellContext): ComponentChildren {
  const { code } = factsOf(entry)
  if (code === undefined) return ''
  const isFine = codes.isSuccess(entry)
  return <span class={`data ${isFine ? 'dim' : 'bad'}`}>{visible(code)}</span>
}

function timeOf (entry: Held, state: RowState, { nowMs, words }: CellContext): ComponentChildren {
  if (state === 'unanswered') return words.list.noAnswer
  if (state === 'pending') return runningText(nowMs.value - startMsOf(entry))
  return timeText(entry.timeConsuming)
}

// Where it stands is worked out by the style sheet, from what `setSpan` says of it: the span moves without any row being drawn anew.
function bar (entry: Held, state: RowState, { nowMs, firstMs }: CellContext): ComponentChildren {
  const startMs = startMsOf(entry)
  const tookMs = isPending(entry) ? Math.max(0, nowMs.value - startMs) : entry.timeConsuming
  return <span class={`list-bar ${state}`} style={{ '--from': startMs - firstMs, '--took': tookMs }} />
}
