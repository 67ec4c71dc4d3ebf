// The items of the export menu: a HAR file, or a page that opens anywhere. Each can contain the listed entries or all entries; the items
// without secrets come first. Loaded when the menu is likely to be opened.
import type { ListedEntry } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { MenuItem } from '../kit/menu.js'
import { usePage } from '../context.js'
import { save as saveFile } from '../kit/save.js'
import { sentenceOf } from '../kit/sentence-of.js'
import { fileNameOf } from '../../../saved/file-name.js'

type Secrets = 'redact' | 'keep'
type Save = (entries: AsyncIterable<Entry>, isPart: boolean, secrets: Secrets) => Promise<void>

export function ExportItems () {
  return <><PageItems /><div class='menu-line' /><HarItems /></>
}

/** Exports one HTML file that includes the viewer. */
function PageItems () {
  const { session, words } = usePage()
  const save: Save = async (entries, isPart, secrets) => {
    const { pageOf } = await import('../model/session/page-file.js')
    saveFile(await pageOf(session, entries, isPart, secrets), fileNameOf(session.id, 'html'))
  }
  const { pageHeading, pageAll, pageShown, pageAllSecrets, pageShownSecrets } = words.exports
  return (
    <Items
      save={save} heading={pageHeading}
      words={{ all: pageAll, shown: pageShown, allSecrets: pageAllSecrets, shownSecrets: pageShownSecrets }}
    />
  )
}

export function HarItems () {
  const { session, words } = usePage()
  const save: Save = async (entries, _, secrets) => {
    const { sessionHar } = await import('../model/session/har-file.js')
    saveFile(await sessionHar(session, entries, secrets), fileNameOf(session.id, 'har'))
  }
  const { harHeading, exportAll, exportShown, exportAllSecrets, exportShownSecrets } = words.exports
  return (
    <Items
      save={save} heading={harHeading}
      words={{ all: exportAll, shown: exportShown, allSecrets: exportAllSecrets, shownSecrets: exportShownSecrets }}
    />
  )
}

interface ItemsProps {
  save: Save
  heading: string
  words: Record<'all' | 'shown' | 'allSecrets' | 'shownSecrets', (count: number) => string>
}

function Items ({ save, heading, words: labels }: ItemsProps) {
  const { session, rows, toasts, words } = usePage()
  const [shown, all] = [rows.all.value, session.entries.value]
  const saveAll = async (entries: readonly ListedEntry[], secrets: Secrets) => {
    let gone = 0
    try {
      await save(session.wholes(entries, () => { gone++ }), entries !== all, secrets)
      if (gone > 0) toasts.show(words.exports.goneMeanwhile(gone), 'problem')
    } catch (error) {
      toasts.show(words.exports.notSaved(sentenceOf(error)), 'problem')
    }
  }
  const item = (label: (count: number) => string, entries: readonly ListedEntry[], secrets: Secrets) => (
    <MenuItem onClick={() => { saveAll(entries, secrets).catch(() => {}) }}>{label(entries.length)}</MenuItem>
  )
  return (
    <>
      <div class='menu-heading'>{heading}</div>
      {shown.length < all.length && item(labels.shown, shown, 'redact')}
      {item(labels.all, all, 'redact')}
      <div class='menu-heading'>{words.exports.withSecrets}</div>
      {shown.length < all.length && item(labels.shownSecrets, shown, 'keep')}
      {item(labels.allSecrets, all, 'keep')}
    </>
  )
}
