// The bar above everything: which session, whether it is live, the filter, and what can be done.
import { Filter } from '../filter/filter.js'
import { Connection } from '../session/connection.js'
import { Clear, Pause } from '../session/controls.js'
import { Count } from '../session/count.js'
import { ExportMenu } from '../session/export-menu.js'
import { ImportButton } from '../session/import-button.js'
import { SessionMenu } from '../session/session-menu.js'
import { ShareButton } from '../session/share-button.js'
import { Icon } from './icons.js'
import icon from './icon.svg'
import { usePage } from './page.js'
import './top-bar.css'

export interface TopBarProps {
  /** Little room: what does not fit is in the bar beneath. */
  small: boolean
  /** There is no list yet. */
  starting: boolean
  onConnect: () => void
  onMap: () => void
}

export function TopBar ({ small, starting, onConnect, onMap }: TopBarProps) {
  const { theme, words } = usePage()
  return (
    <header class='top-bar'>
      <img class='logo' src={icon} alt='Earshot' />
      <SessionMenu onConnect={onConnect} />
      <Connection />
      {starting ? <div class='top-bar-filter' /> : <div class='top-bar-filter'><Filter /></div>}
      {!starting && <Count />}
      <div class='actions' role='group' aria-label={words.page.actions}>
        {!starting && !small && <><Pause /><Clear /><ExportMenu /></>}
        {!small && <><ImportButton /><ShareButton /></>}
        <button type='button' class='button icon' aria-label={words.page.theme} title={words.page.theme} onClick={() => { theme.toggle() }}><Icon name='theme' /></button>
        {!small && (
          <button type='button' class='button icon' aria-label={words.page.shortcuts} title={words.page.shortcuts} aria-haspopup='dialog' onClick={onMap}>
            <Icon name='keyboard' />
          </button>
        )}
      </div>
    </header>
  )
}
