// The menu of the session; most of its items are loaded later.
import type { ComponentChildren } from 'preact'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { lazy } from '../kit/lazy.js'
import { Menu } from '../kit/menu.js'
import './session.css'

export const SessionItems = lazy(async () => (await import('./session-items.js')).SessionItems)

export interface SessionMenuProps {
  onConnect: () => void
  /** The items that the page adds. */
  children: ComponentChildren
}

export function SessionMenu ({ onConnect, children }: SessionMenuProps) {
  const { session, words } = usePage()
  return (
    <Menu
      label={words.session.menu(session.id)}
      class='button session-button'
      button={<><span class='data'>{session.id}</span><Icon name='down' /></>}
    >
      {() => <><SessionItems onConnect={onConnect} /><div class='menu-line' />{children}</>}
    </Menu>
  )
}
