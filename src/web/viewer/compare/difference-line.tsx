// One line of a difference: a sign and a word show its kind, never color alone. A fold stands for equal lines, and can be opened.
import type { ComponentChildren } from 'preact'
import { usePage } from '../context.js'
import type { Sign } from '../../../difference/difference-rows.js'

export type LineSign = Sign | 'fold' | 'before' | 'after'

interface DifferenceLineProps {
  sign: LineSign
  isMoved?: boolean
  depth?: number
  top: string
  /** Undefined if there is nothing to open. */
  isOpen?: boolean | undefined
  toggle?: () => void
  /** The text of a fold. */
  fold?: string | undefined
  children?: ComponentChildren
}

const SIGNS: Record<LineSign, string> = {
  same: ' ', added: '+', removed: '−', changed: '~', moved: '↕', inside: ' ', fold: ' ', before: '−', after: '+'
}
const INDENT = 14
const DEEPEST_INDENT = 30
const ROW_HEIGHT = 22
const TOUCH_ROW_HEIGHT = 44
/** With more lines, the list scrolls within itself. */
const MAX_ROWS = 40

export function rowHeight (): number {
  return matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT
}

export function roomFor (lines: number): string {
  return `min(${Math.min(lines, MAX_ROWS) * rowHeight() + 2}px, 75vh)`
}

export function DifferenceLine ({ sign, isMoved = false, depth = 0, top, isOpen, toggle, fold, children }: DifferenceLineProps) {
  const { words: { compare: words } } = usePage()
  const style = { transform: top, height: `${rowHeight()}px` }
  const indent = { marginInlineStart: `${Math.min(Math.max(0, depth), DEEPEST_INDENT) * INDENT}px` }
  const word = sign === 'inside' || sign === 'fold' ? '' : words.signs[sign]
  return (
    <div role='listitem' class={`diff-row ${sign}`} style={style}>
      <span class='diff-sign' aria-hidden='true'>{isMoved ? SIGNS.moved : SIGNS[sign]}</span>
      {word !== '' && <span class='unseen'>{word}{isMoved && sign === 'inside' ? ` ${words.signs.moved}` : ''}: </span>}
      {isOpen !== undefined && (
        <button type='button' class='diff-toggle' style={indent} aria-expanded={isOpen} onClick={toggle}>
          <span aria-hidden='true'>{isOpen ? '▾' : '▸'}</span>{fold ?? <span class='unseen'>{words.contents}</span>}
        </button>
      )}
      {isOpen === undefined && depth >= 0 && <span class='diff-no-toggle' style={indent} />}
      <span class='diff-content'>{children}</span>
    </div>
  )
}
