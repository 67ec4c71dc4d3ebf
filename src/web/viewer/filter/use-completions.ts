// The suggestions of the filter, and which one is active. They are computed a moment after the person types, so that the list of requests
// is rendered first: the session may be large.
import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { completions, Completion, Completions } from '../../../filter/completions.js'
import { usePage } from '../context.js'

export interface Suggesting {
  readonly found: Signal<Completions | undefined>
  /** The index of the active item; -1 if no item is active. */
  readonly active: Signal<number>
  /** `always`: suggests even if nothing is typed yet. */
  readonly suggest: (always?: boolean) => void
  /** Called when the person is about to type. */
  readonly prepare: () => void
  /** Computes pending suggestions now: a key press refers to the text that is typed, not to the list that is still shown. */
  readonly settle: () => void
  readonly close: () => void
  readonly move: (by: number) => void
  readonly accept: (item: Completion) => void
}

type Input = RefObject<HTMLInputElement | null>

/** The list of requests is rendered first. */
const SOON_MS = 40

/** The code that computes them, loaded when the filter is first focused. */
let complete: typeof completions | undefined

async function load (): Promise<void> {
  complete ??= (await import('../../../filter/completions.js')).completions
}

/** `allows`: leaves out suggestions. */
export function useCompletions (input: Input, typed: Signal<string>, allows: (item: Completion) => boolean = () => true): Suggesting {
  const { session } = usePage()
  const found = useSignal<Completions | undefined>(undefined)
  const active = useSignal(-1)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const close = () => {
    stop()
    found.value = undefined
    active.value = -1
  }
  const look = (always: boolean) => {
    const element = input.current
    if (!element || !complete || document.activeElement !== element) return
    const cursor = element.selectionStart ?? element.value.length
    const result = complete(element.value, cursor, session.entries.peek())
    const isBegun = result.to > result.from || /[:=]$/.test(element.value.slice(0, cursor))
    // A text that is already typed is not suggested.
    const items = result.items.filter(item => item.text !== element.value.slice(result.from, result.to) && allows(item))
    active.value = -1
    found.value = items.length > 0 && (always || isBegun) ? { ...result, items } : undefined
  }
  const suggest = (always = false) => {
    stop()
    const own = timer.current = setTimeout(() => {
      // If loading failed, the next key tries again.
      load().then(() => {
        if (timer.current !== own) return
        stop()
        look(always)
      }, () => {})
    }, SOON_MS)
  }
  const settle = () => {
    if (timer.current === undefined) return
    stop()
    look(false)
  }
  const move = (by: number) => {
    const count = found.peek()?.items.length ?? 0
    // One step beyond either end of the list selects no suggestion: the typed text stays.
    active.value = (active.peek() + 1 + by + count + 1) % (count + 1) - 1
  }
  const accept = (item: Completion) => {
    const element = input.current
    const result = found.peek()
    if (!element || !result) return
    const isKey = item.text.endsWith(':') && item.count === undefined
    const rest = element.value.slice(result.to)
    const text = isKey || rest.startsWith(' ') ? item.text : `${item.text} `
    const cursor = result.from + text.length
    element.value = typed.value = element.value.slice(0, result.from) + text + rest
    element.setSelectionRange(cursor, cursor)
    close()
    if (isKey) suggest(true)
  }
  const prepare = () => { load().catch(() => {}) }
  return { found, active, suggest, prepare, settle, close, move, accept }
}
