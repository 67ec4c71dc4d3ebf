// The bar above everything: which session, whether it is live, the filter, and what can be done.
import { Filter } from '../filter/filter.js'
import { Connection } from '../session/connection.js'
import { Clear, Pause } from '../session/controls.js'
import { ExportItems, ExportMenu } from '../session/export-menu.js'
import { ImportButton } from '../session/import-button.js'
import { SessionMenu } from '../session/session-menu.js'
import { ShareButton } from '../session/share-button.js'
import { Icon, type IconName } from '../kit/icons.js'
import { MenuItem } from '../kit/menu.js'
import { Bar } from './frame.js'
import { LanguageItems } from './language-items.js'
import { usePage } from '../context.js'

export interface TopBarProps {
  /** Little room: what does not fit is in the bar beneath. */
  small: boolean
  /** There is no list yet. */
  starting: boolean
  /** The list is to be seen. */
  listed: boolean
  onConnect: () => void
  onMap: () => void
}

export function TopBar ({ small, starting, listed, onConnect, onMap }: TopBarProps) {
  const { theme, words } = usePage()
  return (
    <Bar>
      <SessionMenu onConnect={onConnect}>
        {small && <MenuItem onClick={() => { theme.toggle() }}>{words.page.theme}</MenuItem>}
        <LanguageItems />
      </SessionMenu>
      <Connection />
      <div class='top-bar-filter'>{listed && <Filter />}</div>
      <div class='actions' role='group' aria-label={words.page.actions}>
        {!starting && !small && <><Pause /><Clear /><ExportMenu><ExportItems /></ExportMenu></>}
        {!small && <><ImportButton /><ShareButton /></>}
        {!small && <IconButton icon='theme' name={words.page.theme} onClick={() => { theme.toggle() }} />}
        {!small && <IconButton icon='keyboard' name={words.page.shortcuts} onClick={onMap} />}
      </div>
    </Bar>
  )
}

function IconButton ({ icon, name, onClick }: { icon: IconName, name: string, onClick: () => void }) {
  return <button type='button' class='button icon' aria-label={name} title={name} onClick={onClick}><Icon name={icon} /></button>
}
