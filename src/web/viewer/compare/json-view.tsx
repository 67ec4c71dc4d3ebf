// Two JSON texts as one tree. Only the lines in view are in the document.
import { useMemo, useState } from 'preact/hooks'
import { stringValue } from '../../../json/scan.js'
import { keyOf } from '../../../json/path.js'
import type { JsonTable } from '../../../json/table.js'
import { Safe } from '../kit/safe.js'
import { VirtualRows } from '../kit/virtual-rows.js'
import { textDifference } from '../model/compare/text-difference.js'
import { usePage } from '../context.js'
import { DifferenceLine, rowHeight, roomFor } from './difference-line.js'
import type { JsonDifference } from '../../../difference/json-difference.js'
import { JsonLines, MAX_LINES, type JsonLine, type Opened } from '../model/compare/json-lines.js'
import { namingRow } from '../../../difference/list-names.js'

interface JsonViewProps {
  a: string
  b: string
  difference: JsonDifference
  label: string
}

const MAX_LENGTH = 400
const MAX_OUTLINE_LENGTH = 120

export function JsonView ({ a, b, difference, label }: JsonViewProps) {
  const { words: { compare: words } } = usePage()
  const model = useMemo(() => new JsonLines(difference), [difference])
  const [opened, setOpened] = useState<Opened>(new Map())
  const lines = useMemo(() => model.lines(opened), [model, opened])
  const height = rowHeight()
  const isEqual = lines.every(({ sign }) => sign === 'same' || sign === 'fold')
  return (
    <>
      {isEqual && <p class='dim'>{words.equalValues}</p>}
      {difference.isRough && <p class='notice'>{words.rough}</p>}
      <VirtualRows
        role='list' aria-label={label} tabIndex={0} class='diff-rows' style={{ height: roomFor(lines.length) }}
        count={lines.length} rowHeight={height}
        draw={(index, top) => {
          const line = lines[index]
          if (!line) return null
          const toggle = () => setOpened(new Map(opened).set(line.name, !line.isOpen))
          return (
            <DifferenceLine
              key={`${line.name} ${line.sign}`} sign={line.sign} isMoved={line.isMoved} depth={line.depth} top={top}
              isOpen={line.isOpen} toggle={toggle}
              fold={line.sign === 'fold' ? words.equal(line.count) : undefined}
            >
              {line.sign !== 'fold' && <Content model={model} a={a} b={b} line={line} />}
            </DifferenceLine>
          )
        }}
      />
      {lines.length >= MAX_LINES && <p class='notice'>{words.onlyFirstLines(MAX_LINES)}</p>}
    </>
  )
}

function Content ({ model, a, b, line }: { model: JsonLines, a: string, b: string, line: JsonLine }) {
  const isOld = line.b < 0 || line.sign === 'before'
  const [table, text, row] = isOld ? [model.a, a, line.a] as const : [model.b, b, line.b] as const
  return (
    <>
      <Name table={table} text={text} row={row} />
      {line.sign === 'changed' || line.sign === 'before' || line.sign === 'after'
        ? <Change sign={line.sign} before={valueOf(model.a, a, line.a)} after={valueOf(model.b, b, line.b)} />
        : table.isContainer(row)
          ? <Outline table={table} text={text} row={row} isOpen={line.isOpen === true} />
          : <Safe text={valueOf(table, text, row)} most={MAX_LENGTH} />}
    </>
  )
}

function Name ({ table, text, row }: { table: JsonTable, text: string, row: number }) {
  if (table.keyEnd(row) > 0) return <><span class='json-key'><Safe text={keyOf(table, text, row)} most={200} /></span>: </>
  return table.parent(row) >= 0 || table.isLines ? <><span class='json-place'>{table.place(row)}</span>: </> : null
}

function Change ({ sign, before, after }: { sign: 'changed' | 'before' | 'after', before: string, after: string }) {
  const { words: { detail: words } } = usePage()
  const { head, old, now, tail } = textDifference(before, after)
  const [isOld, isNew] = [sign !== 'after', sign !== 'before']
  if (sign === 'changed') return <><del><Safe text={before} /></del><span aria-hidden='true'> → </span><ins><Safe text={after} /></ins></>
  return (
    <>
      <span class='unseen'>{isOld ? words.before : words.after}: </span>
      <Safe text={head} />
      {isOld && <del><Safe text={old} most={MAX_LENGTH} /></del>}
      {isNew && <ins><Safe text={now} most={MAX_LENGTH} /></ins>}
      <Safe text={tail} />
    </>
  )
}

/** The size of a container; for an item of a list, also the member that names it, or else the beginning of its text. */
function Outline ({ table, text, row, isOpen }: { table: JsonTable, text: string, row: number, isOpen: boolean }) {
  const count = table.count(row)
  const size = table.kind(row) === 'list' ? `[${count}]` : `{${count}}`
  const isItem = table.keyEnd(row) === 0 && (table.parent(row) >= 0 || table.isLines)
  const naming = isOpen && isItem ? namingRow({ table, text }, row) : undefined
  return (
    <>
      <span class='json-count'>{size}</span>
      {naming !== undefined && (
        <span class='diff-naming'> <Safe text={`${keyOf(table, text, naming)}: ${valueOf(table, text, naming)}`} most={80} /></span>
      )}
      {!isOpen && count > 0 && (
        <span
          class='json-outline'
        > <Safe text={text.slice(table.start(row), Math.min(table.end(row), table.start(row) + MAX_OUTLINE_LENGTH)).replace(/\s+/g, ' ')} />
        </span>
      )}
    </>
  )
}

/** A string decoded, in quotes; other values as they were sent. */
function valueOf (table: JsonTable, text: string, row: number): string {
  const source = text.slice(table.start(row), table.end(row))
  return table.kind(row) === 'string' ? `"${stringValue(source, 0, source.length - 1)}"` : source
}
