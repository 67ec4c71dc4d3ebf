// Moves rules within their list: by dragging their handle with any pointer, or by pressing the arrow keys on it. The list shows the new
// order at once.
import type { ButtonHTMLAttributes, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Rule } from '../../../schema/rule.js'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'

export type HandleProps = Pick<ButtonHTMLAttributes, 'onKeyDown' | 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>

export interface Ordering {
  list: RefObject<HTMLOListElement | null>
  /** In the order in which they are shown. */
  rules: readonly Rule[]
  /** The id of the rule that is being dragged. */
  dragged: string | undefined
  /** What a screen reader says about the last move. */
  spoken: string
  handleOf: (rule: Rule) => HandleProps
}

/** The place at which a moved rule is shown until the list confirms it. */
interface Placing {
  id: string
  to: number
  of: readonly Rule[]
  isDragging: boolean
}

export function useOrdering (rules: readonly Rule[], move: (id: string, to: number) => void): Ordering {
  const { words: { rules: words } } = usePage()
  const list = useRef<HTMLOListElement>(null)
  const [placing, setPlacing] = useState<Placing | undefined>(undefined)
  const [spoken, setSpoken] = useState('')
  const moved = useRef<string | undefined>(undefined)
  // In some browsers, an element that moves within the document loses the focus.
  useLayoutEffect(() => {
    if (moved.current === undefined) return
    if (document.activeElement !== document.body) moved.current = undefined
    else list.current?.querySelector<HTMLElement>(`[data-rule="${moved.current}"] .rule-handle`)?.focus()
  })
  const current = placing?.of === rules ? placing : undefined
  const shown = current ? placed(rules, current) : rules
  const finish = (rule: Rule, to: number) => {
    if (to < 0 || to >= rules.length || rules[to] === rule) return setPlacing(undefined)
    setPlacing({ id: rule.id, to, of: rules, isDragging: false })
    setSpoken(words.moved(visibleHead(rule.name), to + 1, rules.length))
    move(rule.id, to)
  }
  const handleOf = (rule: Rule): HandleProps => ({
    onKeyDown: event => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      moved.current = rule.id
      finish(rule, Math.max(0, Math.min(rules.length - 1, shown.indexOf(rule) + by)))
    },
    onPointerDown: event => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setPlacing({ id: rule.id, to: rules.indexOf(rule), of: rules, isDragging: true })
    },
    onPointerMove: event => {
      if (current?.isDragging) setPlacing({ ...current, to: indexAt(list.current, event.clientY) })
    },
    onPointerUp: () => { if (current?.isDragging) finish(rule, current.to) },
    onPointerCancel: () => setPlacing(undefined)
  })
  return { list, rules: shown, dragged: current?.isDragging ? current.id : undefined, spoken, handleOf }
}

function placed (rules: readonly Rule[], { id, to }: Placing): readonly Rule[] {
  const rule = rules.find(rule => rule.id === id)
  if (!rule) return rules
  const rest = rules.filter(other => other !== rule)
  return [...rest.slice(0, to), rule, ...rest.slice(to)]
}

/** The index of the row at this height. */
function indexAt (list: HTMLElement | null, y: number): number {
  const rows = [...list?.children ?? []]
  const at = rows.findIndex(row => y < row.getBoundingClientRect().bottom)
  return at < 0 ? rows.length - 1 : at
}
