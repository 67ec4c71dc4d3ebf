// Overlays in the browser's top layer: menus, and panels below their buttons. All overlays behave in the same way. An overlay takes the
// focus when it opens. Escape closes it and gives the focus back; a press outside it, or moving the focus elsewhere, closes it, too.
import type { ComponentChildren, RefObject, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import './popover.css'

export interface OverlayProps {
  name: string
  /** In a menu, arrow keys move between the items, and choosing an item closes it. */
  role: 'menu' | 'dialog'
  /** A button, or a point of the window. */
  at: RefObject<HTMLElement | null> | { x: number, y: number }
  /** The side of the button with which it is aligned. */
  align?: 'start' | 'end' | undefined
  /** `isBack`: the focus returns to where it was before. */
  close: (isBack: boolean) => void
  children: ComponentChildren
}

export function Overlay ({ name, role, at, align, close, children }: OverlayProps) {
  const element = useRef<HTMLDivElement>(null)
  const ending = useRef(close)
  ending.current = close
  useLayoutEffect(() => {
    const over = element.current
    if (!over) return
    over.showPopover()
    // Its content may load late, and the window may be resized.
    const focusFirst = () => { (role === 'menu' ? itemsOf(over)[0] : over)?.focus() }
    const observer = new ResizeObserver(() => {
      put(over, at, align)
      if (document.activeElement === over) focusFirst()
    })
    for (const changing of [over, document.documentElement]) observer.observe(changing)
    put(over, at, align)
    over.focus()
    focusFirst()
    const isInside = (node: Node) => over.contains(node) || ('current' in at && at.current?.contains(node))
    const hear = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key === 'Escape' && !event.isComposing) taken(event, () => ending.current(true))
      } else if (event.target instanceof Node && !isInside(event.target)) ending.current(false)
    }
    const stop = new AbortController()
    for (const type of ['pointerdown', 'focusin', 'keydown']) document.addEventListener(type, hear, { capture: true, signal: stop.signal })
    return () => {
      observer.disconnect()
      stop.abort()
    }
  }, [])
  const isMenu = role === 'menu'
  // `manual`: an `auto` popover would treat the release of the button that opened it as a press elsewhere, and close.
  return (
    <div
      ref={element} popover='manual' class={isMenu ? 'over menu-list' : 'over popover-panel'} role={role} tabIndex={-1} aria-label={name}
      onClick={event => { if (isMenu && event.target instanceof Element && event.target.closest(ITEM)) close(true) }}
      onKeyDown={event => { if (isMenu) moveByKeys(event, close) }}
    >
      {children}
    </div>
  )
}

interface OpenerProps extends Pick<OverlayProps, 'name' | 'role' | 'align'> {
  icon: ComponentChildren
  class?: string | undefined
  /** The content of the button is also its accessible name. */
  isNamed?: boolean
  /** Rendered when it opens. */
  children: (close: () => void) => ComponentChildren
}

/** A button, and the overlay that it opens below itself. */
export function Opener ({ name, role, align, icon, class: look = 'button icon', isNamed = false, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (isBack = true) => {
    setOpen(false)
    if (isBack) button.current?.focus()
  }
  return (
    <div class={role === 'menu' ? 'menu' : 'popover'}>
      <button
        ref={button} type='button' class={look} title={name} aria-label={isNamed ? undefined : name}
        aria-expanded={isOpen} aria-haspopup={role} onClick={() => { setOpen(!isOpen) }}
      >
        {icon}
      </button>
      {isOpen && <Overlay name={name} role={role} at={button} align={align} close={close}>{children(close)}</Overlay>}
    </div>
  )
}

const ITEM = '[role=menuitem]'

function itemsOf (over: Element): HTMLElement[] {
  return [...over.querySelectorAll<HTMLElement>(ITEM)]
}

function moveByKeys (event: TargetedKeyboardEvent<HTMLElement>, close: (isBack: boolean) => void): void {
  // The Tab key continues from the element that had the focus before.
  if (event.key === 'Tab') return close(true)
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex(item => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (to !== undefined) taken(event, () => items.at(to % items.length)?.focus())
}

function taken (event: Event, act: () => void): void {
  event.preventDefault()
  event.stopPropagation()
  act()
}

const MARGIN_PX = 8
const GAP_PX = 4

// Places it below the button, or above if there is no room below; always inside the window.
function put (over: HTMLElement, at: OverlayProps['at'], align: OverlayProps['align']): void {
  const { offsetWidth: width, offsetHeight: height, style } = over
  const { left, right, top, bottom } = 'current' in at ? at.current?.getBoundingClientRect() ?? new DOMRect() : new DOMRect(at.x, at.y)
  const [x, y] = [align === 'end' ? right - width : left, bottom + GAP_PX]
  style.left = `${within(x, innerWidth - width)}px`
  style.top = `${within(y + height + MARGIN_PX > innerHeight ? top - height - GAP_PX : y, innerHeight - height)}px`
}

function within (value: number, most: number): number {
  return Math.max(MARGIN_PX, Math.min(value, most - MARGIN_PX))
}
