// One row of the list. The rule: it is rendered again only if its content has changed, because scrolling would otherwise render dozens of
// rows per frame.
import { Component } from 'preact'
import { isAppError } from '../../../exchange/app-error.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { isErrorVerdict, isPending } from '../../../exchange/outcome.js'
import { factsOf } from '../../../filter/facts.js'
import { durationText } from '../../../text/duration.js'
import { sizeText } from '../../../text/size.js'
import { visibleHead } from '../../../text/visible.js'
import type { Words } from '../words/words.js'
import { markText } from '../marks/mark-signs.js'
import type { Column } from '../model/list/column.js'
import { rowFactsOf } from '../model/list/row-facts.js'
import { cellOf, type CellContext, type RowState, repeatText, ruleText } from './cell.js'

export interface RowProps {
  entry: ListedEntry
  /** Its index in the list, from 0. */
  index: number
  top: number
  columns: readonly Column[]
  /** `isSelected`: it is part of the selection. `isActive`: it has the keyboard focus. */
  isSelected: boolean
  isActive: boolean
  context: CellContext
}

export function rowId (entry: ListedEntry): string {
  return `row-${entry.id}`
}

// The signals package decides whether it renders again: if a property has changed, or a signal that it reads.
export class Row extends Component<RowProps> {
  render ({ entry, index, top, columns, isSelected, isActive, context }: RowProps) {
    const state = stateOf(entry, context)
    const color = entry.mark?.color
    // An entry that becomes a duplicate stays the same object, so this signal is read.
    context.repeats.changed.value // eslint-disable-line
    return (
      <div
        role='row'
        id={rowId(entry)}
        class={`list-row ${state}${isActive ? ' active' : ''}${color ? ` marked ${color}` : ''}`}
        style={{ top: `${top}px` }}
        aria-label={nameOf(entry, state, context)}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
      >
        {columns.map(column => cellOf({ column, entry, state, context }))}
      </div>
    )
  }
}

// Only a pending entry reads the clock, and is rendered again with each tick.
function stateOf (entry: ListedEntry, { codes, nowMs }: CellContext): RowState {
  const verdict = codes.verdictOf(entry, isPending(entry) ? nowMs.value : 0)
  return isErrorVerdict(verdict) ? 'failed' : verdict
}

// The text for screen readers: less than the cells show, the most important first.
function nameOf (entry: ListedEntry, state: RowState, { words, repeats, codes }: CellContext): string {
  const { status, size } = rowFactsOf(entry)
  const { address, operation } = factsOf(entry)
  const error = state === 'failed' ? codes.errorOf(entry)?.message ?? (isAppError(entry) ? entry.note : undefined) : undefined
  const failure = error ? `, ${visibleHead(error)}` : ''
  const said = isAppError(entry) ? words.list.appError : saidOf(state, status, words)
  const figures = isPending(entry) ? '' : ` · ${durationText(entry.timeConsuming)} · ${sizeText(size)}`
  const called = operation ? `, ${operation.kind} ${visibleHead(operation.name)}`.trimEnd() : ''
  const ruled = entry.rule ? `, ${ruleText(entry, words)}` : ''
  const extras = `${failure}${ruled}${figures}${repeatText(entry, repeats, words)}${markText(entry, words)}`
  return `${entry.method} ${said} ${visibleHead(address.path + address.query)}${called}${extras}`
}

function saidOf (state: RowState, status: number | undefined, { list }: Words): string {
  switch (state) {
    case 'pending': return list.pending
    case 'no-answer': return list.noAnswer
    case 'canceled': return list.canceled
    case 'unknown': return list.done
    default: return status === 0 ? list.failed : String(status)
  }
}
