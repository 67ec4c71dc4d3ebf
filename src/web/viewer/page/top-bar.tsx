// The bar above everything: the session, the state of its connection, the filter, and actions; and the bar at the bottom of small screens.
import type { ComponentChildren } from 'preact'
import { usePage } from '../context.js'
import { Filter } from '../filter/filter.js'
import { Icon } from '../kit/icons.js'
import { usePreload } from '../kit/lazy.js'
import { MenuItem, Menu } from '../kit/menu.js'
import { Connection } from '../session/connection.js'
import { Clear, Pause } from '../session/controls.js'
import { ExportItems, ExportMenu } from '../session/export-menu.js'
import { useImport } from '../session/use-import.js'
import { SessionItems, SessionMenu } from '../session/session-menu.js'
import { ShareButton, ShareItems } from '../session/share-button.js'
import { Bar, LanguageItems } from './frame.js'

export interface TopBarProps {
  /** On small screens, the rest is in the bottom bar. */
  small: boolean
  /** Whether there is no list yet. */
  starting: boolean
  /** Whether the list is visible. */
  listed: boolean
  onConnect: () => void
  onMap: () => void
}

export function TopBar ({ small, starting, listed, onConnect, onMap }: TopBarProps) {
  const { session, theme, words } = usePage()
  usePreload(session.state.value.name === 'live', [SessionItems, ExportItems])
  return (
    <Bar>
      <SessionMenu onConnect={onConnect}>
        {small && <MenuItem onClick={() => { theme.toggle() }}>{words.page.theme}</MenuItem>}
        <LanguageItems />
      </SessionMenu>
      <Connection />
      <div class='top-bar-filter'>{listed && <Filter />}</div>
      <div class='actions' role='group' aria-label={words.page.actions}>
        {!starting && !small && <><Pause /><Clear /></>}
        {!small && <ShareButton />}
        {!starting && !small && <ExportMenu><ExportItems /></ExportMenu>}
        {!small && <More onMap={onMap}><MenuItem onClick={() => { theme.toggle() }}>{words.page.theme}</MenuItem></More>}
      </div>
    </Bar>
  )
}

// Actions within reach of the thumb; on small screens only.
export function BottomBar ({ onMap }: { onMap: () => void }) {
  const { words } = usePage()
  // The filter is in the bar above; this button focuses it.
  const focusFilter = () => { document.querySelector<HTMLElement>('.top-bar-filter input, .top-bar-filter [role=combobox]')?.focus() }
  return (
    <footer class='bottom-bar' aria-label={words.page.actions}>
      <button type='button' class='button' aria-label={words.page.filter} onClick={focusFilter}><Icon name='filter' /></button>
      <Pause />
      <Clear />
      <More first={<ShareItems />} onMap={onMap}><div class='menu-line' /><ExportItems /></More>
    </footer>
  )
}

interface MoreProps { first?: ComponentChildren, onMap: () => void, children: ComponentChildren }

// What has no room for a button of its own. `first` and `children`: the items before and after those that are always in it.
function More ({ first, onMap, children }: MoreProps) {
  const { view, words } = usePage()
  const file = useImport()
  return (
    <>
      <Menu label={words.page.more} class='button icon' align='end' button={<Icon name='more' />}>
        {() => (
          <>
            {first}
            <MenuItem onClick={() => { view.rules.value = { at: 'list' } }}>{words.page.rules}</MenuItem>
            <MenuItem onClick={() => file.choose()}>{words.session.importFrom}</MenuItem>
            <MenuItem onClick={onMap}>{words.page.shortcuts}</MenuItem>
            {children}
          </>
        )}
      </Menu>
      {file.input}
    </>
  )
}
