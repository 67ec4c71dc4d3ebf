// What can be done, within reach of a thumb: on small screens only.
import { Clear, Pause } from '../session/controls.js'
import { ExportItems } from '../session/export-menu.js'
import { useImport } from '../session/import-button.js'
import { ShareItems } from '../session/share-button.js'
import { Icon } from '../kit/icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { usePage } from '../context.js'

export function BottomBar ({ onMap }: { onMap: () => void }) {
  const { words } = usePage()
  const file = useImport()
  // It stands in the bar above; here it is within reach.
  const focusFilter = () => { document.querySelector<HTMLElement>('.top-bar-filter input, .top-bar-filter [role=combobox]')?.focus() }
  return (
    <footer class='bottom-bar' aria-label={words.page.actions}>
      <button type='button' class='button' aria-label={words.page.filter} onClick={focusFilter}><Icon name='filter' /></button>
      <Pause />
      <Clear />
      <Menu label={words.page.more} align='end' above button={<Icon name='more' />}>
        {() => (
          <>
            <ShareItems />
            <MenuItem onClick={() => file.choose()}>{words.session.importFrom}</MenuItem>
            <MenuItem onClick={onMap}>{words.page.shortcuts}</MenuItem>
            <div class='menu-line' />
            <ExportItems />
          </>
        )}
      </Menu>
      {file.input}
    </footer>
  )
}
