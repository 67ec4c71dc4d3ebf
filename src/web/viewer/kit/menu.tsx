// A menu beneath its button, as a person and a screen reader expect one: arrows move, Escape and a click elsewhere close it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import './menu.css'

export interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  button: ComponentChildren
  /** Of `MenuItem`s; called when the menu opens. */
  children: () => ComponentChildren
  /** Which side of the button it keeps to. */
  align?: 'start' | 'end'
  above?: boolean
  class?: string
}

export function Menu ({ label, button, children, align = 'start', above = false, class: name = 'button' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const close = (focus: boolean) => {
    setOpen(false)
    if (focus) root.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!open) return
    itemsOf(root.current)[0]?.focus()
    const away = (event: Event) => { if (!(event.target instanceof Node && root.current?.contains(event.target))) close(false) }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [open])
  return (
    <div class='menu' ref={root} onKeyDown={event => { if (open) steer(event, root.current, close) }}>
      <button type='button' class={name} aria-label={label} title={label} aria-haspopup='menu' aria-expanded={open} onClick={() => { setOpen(!open) }}>{button}</button>
      {open && (
        <div role='menu' aria-label={label} class={`menu-list ${align} ${above ? 'above' : ''}`} onClick={event => { if (isItem(event.target)) close(true) }}>
          {children()}
        </div>
      )}
    </div>
  )
}

export function MenuItem ({ onClick, children, hint }: { onClick: () => void, children: ComponentChildren, hint?: string | undefined }) {
  return (
    <button type='button' role='menuitem' tabIndex={-1} class='menu-item' onClick={onClick}>
      <span class='label'>{children}</span>
      {hint !== undefined && <span class='hint'>{hint}</span>}
    </button>
  )
}

function steer (event: KeyboardEvent, root: HTMLElement | null, close: (focus: boolean) => void): void {
  const items = itemsOf(root)
  const at = items.findIndex(item => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (to !== undefined) items.at(to % items.length)?.focus()
  else if (event.key === 'Escape') close(true)
  else if (event.key === 'Tab') return close(false)
  else return
  event.preventDefault()
  event.stopPropagation()
}

function itemsOf (root: HTMLElement | null): HTMLElement[] {
  return [...root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []]
}

function isItem (target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menuitem]') !== null
}
