// JSON as a tree that shows exactly what was sent, including all digits of numbers, the order of keys, and repeated keys. Only the rows in
// view are in the document.
import { useSignalEffect, type Signal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useCopy, usePage } from '../context.js'
import { keys } from '../kit/keys.js'
import { VirtualRows } from '../kit/virtual-rows.js'
import { loadTable } from '../model/bodies/json-load.js'
import { pathOf, rowOf } from '../../../json/path.js'
import type { JsonTable, TableFault } from '../../../json/table.js'
import { MAX_FOUND, tell, type Search, findRows } from '../model/bodies/search.js'
import { TreeModel } from '../model/bodies/tree-model.js'
import type { Words } from '../words/words.js'
import { JsonBar, valueText } from './json-bar.js'
import { JsonRow } from './json-row.js'
import { keyPressed } from './tree-keys.js'
import './json-tree.css'

interface JsonTreeProps {
  text: string
  label: string
  search?: Search | undefined
  /** The path of the selected row; at first, the path from the link. */
  path?: Signal<string | undefined> | undefined
  /** The tree is among other content, and is as high as its rows, up to a limit. */
  inline?: boolean
}

export function JsonTree (props: JsonTreeProps) {
  const { words } = usePage()
  const table = useTable(props.text)
  if (table === 'failed') return <p class='notice'>{words.bodies.failed}</p>
  if (!table) return <p class='notice' role='status'>{words.bodies.reading}</p>
  return <Tree {...props} table={table} key={table} />
}

/** Undefined while the table is being made. */
function useTable (text: string): JsonTable | 'failed' | undefined {
  const [made, setMade] = useState<{ text: string, table: JsonTable | 'failed' } | undefined>(undefined)
  const [loading, stop] = useMemo(() => {
    const ending = new AbortController()
    return [loadTable(text, ending.signal), ending] as const
  }, [text])
  useEffect(() => {
    if (!(loading instanceof Promise)) return
    loading.then(table => setMade({ text, table }), () => setMade({ text, table: 'failed' }))
    return () => stop.abort()
  }, [loading])
  if (!(loading instanceof Promise)) return loading
  return made?.text === text ? made.table : undefined
}

const ROW_HEIGHT = 20
const TOUCH_ROW_HEIGHT = 36
const MAX_INLINE_ROWS = 16

function Tree ({ text, table, label, search, path, inline = false }: JsonTreeProps & { table: JsonTable }) {
  const { words } = usePage()
  const model = useMemo(() => new TreeModel(table, text), [table])
  const [found, setFound] = useState<ReadonlySet<number>>(new Set())
  const id = useMemo(() => `tree-${counter++}`, [])
  const rowHeight = useMemo(() => matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT, [])
  const shown = model.shown.value
  const selected = model.selected.value

  useFollowedPath(model, path)
  useFoundRows(model, search, setFound)
  useValueKey(model, inline)

  const height = inline ? { height: `${Math.min(shown.length, MAX_INLINE_ROWS) * rowHeight + 2}px` } : {}
  return (
    <div class={`json-tree ${inline ? 'inline' : ''}`}>
      {table.fault && <p class='notice warn' role='status'>{faultWords(words.bodies, table.fault, text)}</p>}
      <VirtualRows
        role='tree' aria-label={label} tabIndex={0} style={height}
        aria-activedescendant={selected >= 0 ? `${id}-${selected}` : undefined}
        count={shown.length} rowHeight={rowHeight} reveal={model.place(model.revealed.value)}
        onKeyDown={event => { keyPressed(model, event) }}
        draw={(index, top) => {
          const row = shown[index] ?? 0
          return (
            <JsonRow
              key={row} id={`${id}-${row}`} model={model} row={row} top={top} height={rowHeight}
              isSelected={row === selected} isFound={found.has(row)}
            />
          )
        }}
      />
      {model.isCapped.value && <p class='notice'>{words.bodies.rowsCapped}</p>}
      {selected >= 0 && !inline && <JsonBar model={model} row={selected} />}
    </div>
  )
}

let counter = 0

/** A path that changes from outside selects its row; selecting a row changes the path. */
function useFollowedPath (model: TreeModel, path: Signal<string | undefined> | undefined): void {
  const own = useRef<string | undefined>(undefined)
  useSignalEffect(() => {
    const wanted = path?.value
    if (wanted === undefined || wanted === own.current) return
    const row = rowOf(model.table, model.text, wanted)
    if (row !== undefined) model.reveal(row)
    own.current = wanted
  })
  useSignalEffect(() => {
    const row = model.selected.value
    if (row < 0 || !path) return
    own.current = pathOf(model.table, model.text, row)
    path.value = own.current
  })
}

/** `y` copies the selected value; if nothing is selected, other handlers get the key. */
function useValueKey (model: TreeModel, inline: boolean): void {
  const copy = useCopy()
  useEffect(() => inline
    ? undefined
    : keys.on('y', 'copy.value', () => {
      const row = model.selected.peek()
      if (row < 0) return false
      copy(valueText(model, row))
      return true
    }), [model])
}

function useFoundRows (model: TreeModel, search: Search | undefined, setFound: (found: ReadonlySet<number>) => void): void {
  const rows = useRef<number[]>([])
  const last = useRef('')
  useSignalEffect(() => {
    const sought = search?.sought.value ?? ''
    if (!search || sought === last.current) return
    last.current = sought
    rows.current = findRows(model.table, model.text, sought, MAX_FOUND)
    setFound(new Set(rows.current))
    tell(search, rows.current.length)
    if (rows.current[0] !== undefined) model.reveal(rows.current[search.current.peek()] ?? rows.current[0], false)
  })
  useSignalEffect(() => {
    const row = rows.current[search?.current.value ?? 0]
    if (search && row !== undefined && search.sought.peek() !== '') model.reveal(row, false)
  })
}

// Explains in words why a tree does not show the whole text.
function faultWords (words: Words['bodies'], { at, reason }: TableFault, text: string): string {
  if (reason === 'large') return words.rowsLarge
  if (reason === 'ended') return text === '' ? words.empty : words.jsonEnds
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return words.jsonWrong(line, at - before.lastIndexOf('\n'))
}
