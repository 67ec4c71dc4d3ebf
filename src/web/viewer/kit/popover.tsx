// A panel beneath its button. Escape and a press elsewhere end it, and the focus goes back to the button.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import './popover.css'

interface PopoverProps {
  name: string
  icon: ComponentChildren
  /** Of the button, where it is more than an icon: then what it shows is its name. */
  class?: string
  /** Drawn when it opens. */
  children: (close: () => void) => ComponentChildren
}

export function Popover ({ name, icon, class: shown, children }: PopoverProps) {
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isOpen.value) return
    panel.current?.focus()
    const away = ({ target }: Event) => {
      if (target instanceof Node && !panel.current?.contains(target) && !button.current?.contains(target)) isOpen.value = false
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [isOpen, isOpen.value])
  const close = () => {
    isOpen.value = false
    button.current?.focus()
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen.value) return
    event.stopPropagation()
    close()
  }
  return (
    <div class='popover' onKeyDown={escape}>
      <button
        ref={button} type='button' class={shown ?? 'button icon'} title={name} aria-label={shown === undefined ? name : undefined} aria-expanded={isOpen.value} aria-haspopup='dialog'
        onClick={() => { isOpen.value = !isOpen.value }}
      >{icon}
      </button>
      {isOpen.value && <div ref={panel} class='popover-panel' role='dialog' tabIndex={-1} aria-label={name}>{children(close)}</div>}
    </div>
  )
}
