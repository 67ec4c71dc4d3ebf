// The app's storage at the time of this request: first the changes since the previous snapshot, then the whole storage.
import { useComputed } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { addressOf } from '../../../exchange/address.js'
import type { Entry } from '../../../schema/entry.js'
import { FieldsTable } from '../bodies/fields-table.js'
import { Safe } from '../kit/safe.js'
import { usePage } from '../context.js'
import { WithWhole } from '../entry/whole-shown.js'
import { Changes } from '../bodies/changes.js'
import { Section } from './section.js'
import { entryBefore, storageChanges, storageOf, type StorageItem } from '../model/compare/storage-difference.js'

const MAX_ODD_LENGTH = 100_000

export function StorageTab ({ entry }: { entry: Entry }) {
  const { session, words: { detail: words } } = usePage()
  const before = useComputed(() => entryBefore(session.entries.value, entry)).value
  const items = useMemo(() => storageOf(entry.storage), [entry.storage])
  if (entry.storage === '') return <p class='detail-empty'>{words.noStorage}</p>
  if (!items) {
    return (
      <div class='overview'>
        <p class='notice'>{words.oddStorage}</p>
        <pre class='section-text' tabIndex={0} aria-label={words.tab.storage}>
          <Safe text={entry.storage} lines most={MAX_ODD_LENGTH} />
        </pre>
      </div>
    )
  }
  return (
    <div class='overview'>
      <section class='changes' aria-label={words.changes}>
        {before && <WithWhole entry={before}>{before => <Since before={before} items={items} />}</WithWhole>}
        {!before && <><h3>{words.changes}</h3><p class='dim'>{words.firstSnapshot}</p></>}
      </section>
      <Section name='storage' title={words.all} count={items.length}><FieldsTable fields={items} label={words.all} /></Section>
    </div>
  )
}

function Since ({ before, items }: { before: Entry, items: StorageItem[] }) {
  const { words: { detail: words } } = usePage()
  const changes = useMemo(() => storageChanges(storageOf(before.storage) ?? [], items), [before.storage, items])
  return (
    <>
      <h3>{words.changes}<span class='section-count'>{changes.length}</span></h3>
      <p class='dim'><Safe text={words.changesSince(`${before.method} ${addressOf(before).path}`)} most={300} /></p>
      {changes.length === 0 ? <p class='dim'>{words.noChange}</p> : <Changes changes={changes} />}
    </>
  )
}
