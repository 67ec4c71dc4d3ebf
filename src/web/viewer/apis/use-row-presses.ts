// Presses and keys on the rows of the table: one tab stop, arrows move, and what was pressed is meant, though the row may have moved on meanwhile.
import type { RefObject, TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface RowPresses {
  onPointerDown: (event: TargetedEvent<HTMLElement>) => void
  onClick: (event: TargetedEvent<HTMLElement>) => void
  onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void
  onFocusIn: (event: TargetedEvent<HTMLElement>) => void
}

const BUTTON = '.api-name'

export function useRowPresses (body: RefObject<HTMLElement | null>, onPress: (name: string) => void): RowPresses {
  const pressed = useRef<string | undefined>(undefined)
  // After every drawing: the rows may be others.
  useLayoutEffect(() => {
    const buttons = buttonsIn(body.current)
    if (!buttons.some(({ tabIndex }) => tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0
  })
  return {
    onPointerDown: ({ target }) => { pressed.current = nameAt(target) },
    onClick: ({ target }) => {
      const name = pressed.current ?? nameAt(target)
      pressed.current = undefined
      if (name !== undefined) onPress(name)
    },
    onKeyDown: event => {
      const buttons = buttonsIn(body.current)
      const at = buttons.findIndex(button => button === document.activeElement)
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
      const next = to === undefined ? undefined : buttons[Math.max(0, Math.min(buttons.length - 1, to))]
      if (!next) return
      next.focus()
      event.preventDefault()
    },
    onFocusIn: ({ target }) => {
      for (const button of buttonsIn(body.current)) button.tabIndex = button === target ? 0 : -1
    }
  }
}

function buttonsIn (body: HTMLElement | null): HTMLElement[] {
  return [...body?.querySelectorAll<HTMLElement>(BUTTON) ?? []]
}

function nameAt (target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest('[data-api]')?.getAttribute('data-api') ?? undefined : undefined
}
