// The session as a HAR file: what is shown or all of it, without secrets first.
import { Icon } from '../page/icons.js'
import { Menu, MenuItem } from '../page/menu.js'
import { usePage } from '../page/page.js'
import { save as saveFile } from '../page/save.js'
import type { Entry } from '../../../schema/entry.js'

export function ExportMenu () {
  const { words } = usePage()
  return <Menu label={words.session.export} class='button icon' align='end' button={<Icon name='export' />}>{() => <ExportItems />}</Menu>
}

export function ExportItems () {
  const { session, rows, toasts, words } = usePage()
  const [shown, all] = [rows.all.value, session.entries.value]
  const save = async (entries: readonly Entry[], secrets: 'redact' | 'keep') => {
    const { harOf } = await import('./har-file.js')
    saveFile(harOf(entries, session.id, secrets), `earshot-${session.id}.har`)
  }
  const item = (label: string, entries: readonly Entry[], secrets: 'redact' | 'keep') => (
    <MenuItem onClick={() => { save(entries, secrets).catch((error: unknown) => { toasts.show(words.session.notSaved(String(error)), 'problem') }) }}>{label}</MenuItem>
  )
  return (
    <>
      {shown.length < all.length && item(words.session.exportShown(shown.length), shown, 'redact')}
      {item(words.session.exportAll(all.length), all, 'redact')}
      <div class='menu-line' />
      <div class='menu-heading'>{words.session.withSecrets}</div>
      {shown.length < all.length && item(words.session.exportShownSecrets(shown.length), shown, 'keep')}
      {item(words.session.exportAllSecrets(all.length), all, 'keep')}
    </>
  )
}
