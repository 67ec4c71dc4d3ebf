// Two texts, compared by lines. Only the lines in view are in the document.
import { useMemo, useState } from 'preact/hooks'
import { Safe } from '../kit/safe.js'
import { VirtualRows } from '../kit/virtual-rows.js'
import { textDifference, type TextDifference } from '../model/compare/text-difference.js'
import { usePage } from '../context.js'
import { DifferenceLine, rowHeight, roomFor } from './difference-line.js'
import { lineAt, type LineDifference } from '../model/compare/line-difference.js'
import { MAX_LINES, textLines, type TextLine } from '../model/compare/text-lines.js'

interface TextViewProps {
  a: string
  b: string
  difference: LineDifference
  label: string
}

const MAX_LENGTH = 1_000

export function TextView ({ a, b, difference, label }: TextViewProps) {
  const { words: { compare: words } } = usePage()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => textLines(difference, open), [difference, open])
  const pairs = useMemo(() => new Map<number, TextDifference>(), [difference])
  const toggle = ({ b, isOpen }: TextLine) => setOpen(new Set(isOpen ? [...open].filter(at => at !== b) : [...open, b]))
  return (
    <>
      {difference.isRough && <p class='notice'>{words.roughLines}</p>}
      <VirtualRows
        role='list' aria-label={label} tabIndex={0} class='diff-rows' style={{ height: roomFor(lines.length) }}
        count={lines.length} rowHeight={rowHeight()}
        draw={(index, top) => {
          const line = lines[index]
          if (!line) return null
          return (
            <DifferenceLine
              key={index} sign={line.sign} top={top} depth={line.isOpen === undefined ? -1 : 0}
              isOpen={line.isOpen} toggle={() => toggle(line)}
              fold={line.sign === 'fold' ? words.equalLines(line.count) : undefined}
            >
              {line.sign !== 'fold' && <Line a={a} b={b} line={line} difference={difference} pairs={pairs} />}
            </DifferenceLine>
          )
        }}
      />
      {lines.length >= MAX_LINES && <p class='notice'>{words.onlyFirstLines(MAX_LINES)}</p>}
    </>
  )
}

interface LineProps {
  a: string
  b: string
  line: TextLine
  difference: LineDifference
  /** Cached by the number of the old line: a line may be a text of megabytes. */
  pairs: Map<number, TextDifference>
}

function Line ({ a, b, line, difference, pairs }: LineProps) {
  const isOld = line.b < 0
  const number = <span class='diff-number'>{(isOld ? line.a : line.b) + 1}</span>
  if (line.partner < 0) {
    return <>{number}<Safe text={isOld ? lineAt(a, difference.a, line.a) : lineAt(b, difference.b, line.b)} most={MAX_LENGTH} /></>
  }
  const [atA, atB] = isOld ? [line.a, line.partner] : [line.partner, line.b]
  const found = pairs.get(atA) ?? textDifference(lineAt(a, difference.a, atA), lineAt(b, difference.b, atB))
  pairs.set(atA, found)
  const { head, old, now, tail } = found
  const changed = isOld ? <del><Safe text={old} most={MAX_LENGTH} /></del> : <ins><Safe text={now} most={MAX_LENGTH} /></ins>
  return <>{number}<Safe text={head} />{changed}<Safe text={tail} /></>
}
