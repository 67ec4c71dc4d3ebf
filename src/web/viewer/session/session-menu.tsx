// Which session this is, how to connect to it, and the way to others.
import type { ComponentChildren } from 'preact'
import { moment } from '../words/format.js'
import { Icon } from '../kit/icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { useCopy, usePage } from '../context.js'
import { SourceItems } from './source-items.js'
import { ViewerCount } from './viewer-count.js'
import './session.css'

const SHOWN = 8

export interface SessionMenuProps {
  onConnect: () => void
  /** Items of the page itself. */
  children: ComponentChildren
}

export function SessionMenu ({ onConnect, children }: SessionMenuProps) {
  const { session, known, words } = usePage()
  const copy = useCopy()
  const others = known.list.value.filter(({ id }) => id !== session.id).slice(0, SHOWN)
  return (
    <Menu label={words.session.menu(session.id)} class='button session-button' button={<><span class='data'>{session.id}</span><Icon name='down' /></>}>
      {() => (
        <>
          <MenuItem onClick={onConnect}>{words.session.connect}</MenuItem>
          <MenuItem onClick={() => { copy(session.id) }}>{words.session.copyId}</MenuItem>
          <MenuItem onClick={() => { location.assign(session.url + '/') }}>{words.session.fresh}</MenuItem>
          <ViewerCount />
          <SourceItems />
          {others.length > 0 && <div class='menu-line' />}
          {others.length > 0 && <div class='menu-heading'>{words.session.known}</div>}
          {others.map(({ id, lastUsedMs }) => (
            <MenuItem key={id} hint={moment(lastUsedMs)} onClick={() => { location.assign(`?${new URLSearchParams({ sessionId: id }).toString()}`) }}>
              <span class='data mono'>{id}</span>
            </MenuItem>
          ))}
          <div class='menu-line' />
          {children}
        </>
      )}
    </Menu>
  )
}
