// Clicks and keys on the rows of the table of APIs.
import type { RefObject, TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { keys } from '../kit/keys.js'

interface RowPresses {
  onPointerDown: (event: TargetedEvent<HTMLElement>) => void
  onClick: (event: TargetedEvent<HTMLElement>) => void
  onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void
  onFocusIn: (event: TargetedEvent<HTMLElement>) => void
}

const BUTTON = '.api-name'
const RULE = '.api-rule'

/** `isDirect`: without a menu. */
type OnRule = (name: string, button: HTMLElement, isDirect: boolean) => void

// One tab stop; arrow keys move, to the right also to the button for rules. A click counts for the row that was pressed, even if that row
// has moved before the release.
export function useRowPresses (body: RefObject<HTMLElement | null>, onPress: (name: string) => void, onRule: OnRule): RowPresses {
  const pressed = useRef<string | undefined>(undefined)
  // After every render: the rows may have changed.
  useLayoutEffect(() => {
    const buttons = buttonsIn(body.current)
    if (!buttons.some(({ tabIndex }) => tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0
  })
  return {
    onPointerDown: ({ target }) => { pressed.current = nameAt(target) },
    onClick: ({ target }) => {
      const name = pressed.current ?? nameAt(target)
      const rule = target instanceof Element ? target.closest<HTMLElement>(RULE) : null
      pressed.current = undefined
      if (name === undefined) return
      if (rule) onRule(name, rule, false)
      else onPress(name)
    },
    onKeyDown: event => {
      const buttons = buttonsIn(body.current)
      const focused = document.activeElement
      const row = focused?.closest('[data-api]')
      const at = buttons.findIndex(button => row?.contains(button))
      const name = nameAt(focused)
      if (event.key === 'r' && name !== undefined && focused instanceof HTMLElement && keys.enabled.peek() && !hasModifier(event)) {
        event.preventDefault()
        onRule(name, focused, true)
        return
      }
      const beside = row?.querySelector<HTMLElement>({ ArrowRight: RULE, ArrowLeft: BUTTON }[event.key] ?? ':not(*)')
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
      const next = to === undefined ? beside : buttons[Math.max(0, Math.min(buttons.length - 1, to))]
      if (!next) return
      next.focus()
      event.preventDefault()
    },
    onFocusIn: ({ target }) => {
      const row = target instanceof Element ? target.closest('[data-api]') : null
      for (const button of buttonsIn(body.current)) button.tabIndex = row?.contains(button) ? 0 : -1
    }
  }
}

function hasModifier ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

function buttonsIn (body: HTMLElement | null): HTMLElement[] {
  return [...body?.querySelectorAll<HTMLElement>(BUTTON) ?? []]
}

function nameAt (target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest('[data-api]')?.getAttribute('data-api') ?? undefined : undefined
}
