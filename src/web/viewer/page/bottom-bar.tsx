// What can be done, within reach of a thumb: on small screens only.
import { Clear, Pause } from '../session/controls.js'
import { ExportMenu } from '../session/export-menu.js'
import { ImportButton } from '../session/import-button.js'
import { ShareButton } from '../session/share-button.js'
import { Icon } from './icons.js'
import { usePage } from './page.js'

export function BottomBar () {
  const { words } = usePage()
  // It stands in the bar above; here it is within reach.
  const focusFilter = () => { document.querySelector<HTMLElement>('.top-bar-filter input, .top-bar-filter [role=combobox]')?.focus() }
  return (
    <footer class='bottom-bar' aria-label={words.page.actions}>
      <button type='button' class='button' aria-label={words.page.filter} onClick={focusFilter}><Icon name='filter' /></button>
      <Pause />
      <Clear />
      <ExportMenu align='end' above button='button' />
      <ImportButton />
      <ShareButton />
    </footer>
  )
}
