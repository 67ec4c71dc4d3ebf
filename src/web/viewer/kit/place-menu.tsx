// A menu at a place of the page, as ARIA's practices describe one: the first item has the focus, arrows move, Escape and a press elsewhere end it.
import { useLayoutEffect, useRef } from 'preact/hooks'
import './place-menu.css'

export interface PlaceItem {
  text: string
  run: () => void
  /** A line stands before it. */
  isApart?: boolean
}

interface PlaceMenuProps {
  name: string
  x: number
  y: number
  items: readonly PlaceItem[]
  close: () => void
}

const MARGIN = 8

export function PlaceMenu ({ name, x, y, items, close }: PlaceMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    // It stays within the window.
    const { offsetWidth, offsetHeight } = element
    element.style.left = `${Math.max(MARGIN, Math.min(x, window.innerWidth - offsetWidth - MARGIN))}px`
    element.style.top = `${Math.max(MARGIN, Math.min(y, window.innerHeight - offsetHeight - MARGIN))}px`
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [x, y])
  useLayoutEffect(() => {
    const pressed = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', pressed, true)
    return () => document.removeEventListener('pointerdown', pressed, true)
  }, [close])
  const move = (event: KeyboardEvent) => {
    const buttons = [...menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []]
    const to = target(event.key, buttons.indexOf(document.activeElement as HTMLElement), buttons.length)
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (to !== undefined) buttons[to]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={menu} class='place-menu' role='menu' aria-label={name} onKeyDown={move}>
      {items.map(item => (
        <button
          key={item.text} type='button' role='menuitem' tabIndex={-1} class={item.isApart ? 'place-item apart' : 'place-item'}
          onClick={() => {
            close()
            item.run()
          }}
        >{item.text}
        </button>
      ))}
    </div>
  )
}

function target (key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown': return (at + 1) % count
    case 'ArrowUp': return (at - 1 + count) % count
    case 'Home': return 0
    case 'End': return count - 1
    default: return undefined
  }
}
