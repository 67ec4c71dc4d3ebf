// A menu below its button, and the items of menus.
import type { ComponentChildren } from 'preact'
import { Opener } from './popover.js'

export interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. */
  button: ComponentChildren
  /** Returns the `MenuItem`s; called when the menu opens. */
  children: () => ComponentChildren
  /** The side of the button with which the menu is aligned. */
  align?: 'start' | 'end'
  class?: string
}

export function Menu ({ label, button, class: look = 'button', ...rest }: MenuProps) {
  return <Opener {...rest} name={label} role='menu' icon={button} class={look} />
}

export function MenuItem ({ onClick, children, hint }: { onClick: () => void, children: ComponentChildren, hint?: string | undefined }) {
  return (
    <button type='button' role='menuitem' tabIndex={-1} class='menu-item' onClick={onClick}>
      <span class='label'>{children}</span>
      {hint !== undefined && <span class='hint'>{hint}</span>}
    </button>
  )
}
