// The bar above a saved session: what it is of, from when, and what can be done with it where there is no service.
import { Filter } from '../filter/filter.js'
import { Icon } from '../kit/icons.js'
import { Bar } from '../page/frame.js'
import { LanguageItems } from '../page/language-items.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { usePage } from '../context.js'
import { ExportMenu, HarItems } from '../session/export-menu.js'
import type { SavedData } from './read-saved.js'
import { SavedFacts } from './saved-facts.js'

export interface SavedBarProps {
  data: SavedData
  /** Little room: what does not fit is in a menu. */
  small: boolean
  /** The list is to be seen. */
  listed: boolean
  onMap: () => void
}

export function SavedBar ({ data, small, listed, onMap }: SavedBarProps) {
  const { session, theme, words } = usePage()
  return (
    <Bar class='saved-bar'>
      <span class='data mono saved-session' title={words.session.menu(session.id)}>{session.id}</span>
      <SavedFacts data={data} />
      <div class='top-bar-filter'>{listed && <Filter />}</div>
      <div class='saved-actions' role='group' aria-label={words.page.actions}>
        {!small && <ExportMenu><HarItems /></ExportMenu>}
        <Menu label={words.page.more} class='button icon' align='end' button={<Icon name='more' />}>
          {() => (
            <>
              {small && <div class='menu-heading'>{words.session.export}</div>}
              {small && <HarItems />}
              {small && <div class='menu-line' />}
              <MenuItem onClick={() => { theme.toggle() }}>{words.page.theme}</MenuItem>
              <MenuItem onClick={onMap}>{words.page.shortcuts}</MenuItem>
              <LanguageItems />
            </>
          )}
        </Menu>
      </div>
    </Bar>
  )
}
