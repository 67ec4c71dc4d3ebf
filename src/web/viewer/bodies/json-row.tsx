// One row of a JSON tree: its key and its value; for an object or a list, the beginning of its source text.
import { keyOf } from '../../../json/path.js'
import { Safe } from '../kit/safe.js'
import type { TreeModel } from '../model/bodies/tree-model.js'
import { stringValue } from '../../../json/scan.js'

interface JsonRowProps {
  model: TreeModel
  row: number
  id: string
  top: string
  height: number
  isSelected: boolean
  isFound: boolean
}

/** More characters do not fit on a line. */
const MAX_VALUE_LENGTH = 400
const MAX_OUTLINE_LENGTH = 120
const INDENT = 14
const DEEPEST_INDENT = 40

export function JsonRow ({ model, row, id, top, height, isSelected, isFound }: JsonRowProps) {
  const { table } = model
  const isContainer = table.isContainer(row)
  const style = {
    transform: top, height: `${height}px`, paddingInlineStart: `${4 + Math.min(table.level(row), DEEPEST_INDENT) * INDENT}px`
  }
  return (
    <div
      role='treeitem' id={id} class={`json-row ${isSelected ? 'selected' : ''} ${isFound ? 'found' : ''}`} style={style}
      aria-level={table.level(row) + 1} aria-selected={isSelected} aria-posinset={table.place(row) + 1}
      {...isContainer && { 'aria-expanded': model.isOpen(row) }}
      onClick={() => model.select(row)} onDblClick={() => model.toggle(row)}
    >
      <span
        class='json-caret' aria-hidden='true' onClick={() => model.toggle(row)}
      >
        {isContainer && table.count(row) > 0 ? model.isOpen(row) ? '▾' : '▸' : ''}
      </span>
      <span class='json-line'>
        <Name model={model} row={row} />
        {isContainer ? <Outline model={model} row={row} /> : <Value model={model} row={row} />}
      </span>
    </div>
  )
}

function Name ({ model: { table, text }, row }: { model: TreeModel, row: number }) {
  if (table.keyEnd(row) > 0) {
    return <><span class='json-key'><Safe text={keyOf(table, text, row)} most={200} /></span><span class='json-colon'>: </span></>
  }
  const isItem = table.kind(row) !== 'rest' && (table.parent(row) >= 0 || table.isLines)
  return isItem ? <><span class='json-place'>{table.place(row)}</span><span class='json-colon'>: </span></> : null
}

// The beginning of the source text, with white space collapsed.
function Outline ({ model, row }: { model: TreeModel, row: number }) {
  const { table, text } = model
  const isList = table.kind(row) === 'list'
  const count = table.count(row)
  const size = <span class='json-count'>{isList ? `[${count}]` : `{${count}}`}</span>
  if (model.isOpen(row) && count > 0) return size
  if (count === 0) return <span class='json-count'>{isList ? '[]' : '{}'}</span>
  const outline = text.slice(table.start(row), Math.min(table.end(row), table.start(row) + MAX_OUTLINE_LENGTH)).replace(/\s+/g, ' ')
  return <>{size} <span class='json-outline'><Safe text={outline} /></span></>
}

function Value ({ model: { table, text }, row }: { model: TreeModel, row: number }) {
  const kind = table.kind(row)
  const source = text.slice(table.start(row), Math.min(table.end(row), table.start(row) + MAX_VALUE_LENGTH * 6))
  if (kind !== 'string') return <span class={`json-${kind}`}><Safe text={source} most={MAX_VALUE_LENGTH} /></span>
  const isWhole = source.length === table.end(row) - table.start(row)
  const said = isWhole ? stringValue(source, 0, source.length - 1) : source.slice(1)
  return <span class='json-string'>"<Safe text={said} most={MAX_VALUE_LENGTH} />{isWhole && '"'}</span>
}
