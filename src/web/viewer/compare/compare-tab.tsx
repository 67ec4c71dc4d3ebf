// Compares an entry with another one. The person chooses the other entry first, and can choose again later. The other entry is the old
// side, this entry the new side.
import { computed, useComputed } from '@preact/signals'
import { useEffect, useState, useMemo } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { useCopy, usePage } from '../context.js'
import { WithWhole } from '../entry/whole-shown.js'
import { Icon } from '../kit/icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { sentenceOf } from '../kit/sentence-of.js'
import { originalOf } from '../model/compare/original-response.js'
import { choosing, compareWith, forget, fromFile, picked } from '../model/compare/choose.js'
import { compare, markdownOf, type Compared } from '../model/compare/comparer.js'
import { PARTS } from '../model/compare/comparison.js'
import type { Api } from '../model/session/api.js'
import { Chooser } from './chooser.js'
import { PartSection } from './part-section.js'
import { Sides } from './sides.js'
import './compare.css'

export function CompareTab ({ entry }: { entry: Entry }) {
  const { words: { compare: words } } = usePage()
  const other = useOther(entry)
  switch (other.state) {
    case 'none': return <Chooser entry={entry} />
    case 'reading': return <p class='detail-empty' role='status'>{words.reading}</p>
    case 'missing': return <Chooser entry={entry} problem={other.reason} />
    case 'there': return <WithWhole entry={other.entry}>{before => <Beside before={before} after={entry} from={other.from} />}</WithWhole>
  }
}

interface BesideProps {
  before: Entry
  after: Entry
  /** The origin of `before`, if not this session. */
  from: string | undefined
}

function Beside ({ before, after, from }: BesideProps) {
  const { words: { compare: words } } = usePage()
  const compared = useComparison(before, after)
  return (
    <section class='overview compare' aria-label={words.region}>
      <Actions before={before} after={after} from={from} />
      <Sides before={before} after={after} from={from} sizes={compared?.comparison.sizes} />
      {!compared && <p class='dim compare-busy' role='status'>{words.comparing}</p>}
      {compared?.isQuick && <p class='notice warn' role='status'>{words.tooMuch}</p>}
      {compared && PARTS.map(
        part => <PartSection key={part} part={part} before={before} after={after} difference={compared.comparison.parts[part]} />
      )}
    </section>
  )
}

/** Undefined while the comparison is being made. If an entry changes, it is compared again. */
function useComparison (before: Entry, after: Entry): Compared | undefined {
  const [made, setMade] = useState<Compared & { of: [Entry, Entry] } | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    compare(before, after, ending.signal).then(compared => setMade({ ...compared, of: [before, after] }), () => {})
    return () => ending.abort()
  }, [before, after])
  return made?.of[0] === before && made.of[1] === after ? made : undefined
}

function Actions ({ before, after, from }: BesideProps) {
  const page = usePage()
  const { toasts, words: { compare: words, copy: { markdown, markdownSecrets, copiedAs } } } = page
  const copy = useCopy()
  const copyMarkdown = (secrets: 'redact' | 'keep') => {
    markdownOf(before, after, secrets).then(text => copy(text, copiedAs('Markdown')), () => toasts.show(words.notCopied, 'problem'))
  }
  const item = (label: string, secrets: 'redact' | 'keep') => <MenuItem onClick={() => copyMarkdown(secrets)}>{label}</MenuItem>
  return (
    <div class='compare-actions'>
      <button type='button' class='button framed' onClick={() => forget(page)}>{words.other}</button>
      {from === undefined && (
        <button type='button' class='button framed' onClick={() => compareWith(page, before.id, after.id)}>{words.swap}</button>
      )}
      <Menu label={words.copy} class='button framed' button={<><Icon name='copy' />{words.copy}</>} align='start'>
        {() => <>{item(markdown, 'redact')}{item(markdownSecrets, 'keep')}</>}
      </Menu>
    </div>
  )
}

type Other =
  | { state: 'none' | 'reading' }
  | { state: 'missing', reason: string }
  | { state: 'there', entry: ListedEntry, /** Its origin, if not this session. */ from: string | undefined }

// The entry to compare with: from a file, from this session, or from another session, in which case it is requested from the service.
function useOther (entry: Entry): Other {
  const { session, view, words: { compare: words } } = usePage()
  const chosen = view.compared.value?.of === entry.id ? view.compared.value : undefined
  const file = fromFile.value?.of === entry.id ? fromFile.value : undefined
  const base = picked.value === entry.id ? undefined : picked.value
  const id = chosen?.id ?? base
  const foreign = chosen?.session
  // Rendered again when this entry changes, and not whenever another entry arrives.
  const here = useMemo(() => computed(() => foreign === undefined && id !== undefined
    ? session.entries.value.find(other => other.id === id)
    : undefined), [session, foreign, id]).value
  const came = useMemo(() => originalOf(entry), [entry])
  const isLive = useComputed(() => session.state.value.name === 'live').value
  const read = useRead(session.api, foreign, foreign === undefined ? undefined : id)
  if (file) return { state: 'there', entry: file.entry, from: file.fileName }
  if (id === undefined) {
    return came && choosing.value !== entry.id ? { state: 'there', entry: came, from: words.theService } : { state: 'none' }
  }
  if (foreign !== undefined) {
    return read.entry
      ? { state: 'there', entry: read.entry, from: foreign }
      : read.reason === undefined ? { state: 'reading' } : { state: 'missing', reason: words.notRead(read.reason) }
  }
  if (here) return { state: 'there', entry: here, from: undefined }
  return isLive ? { state: 'missing', reason: words.gone } : { state: 'reading' }
}

interface EntryRead { entry?: ListedEntry, reason?: string }

/** Reads each entry of another session once: later changes of it are not shown. */
function useRead (api: Api, session: string | undefined, id: string | undefined): EntryRead {
  const [read, setRead] = useState<EntryRead & { key: string }>({ key: '' })
  const key = session === undefined || id === undefined ? '' : `${session} ${id}`
  useEffect(() => {
    if (session === undefined || id === undefined) return
    const ending = new AbortController()
    api.ask('GET', `capture/entries/${encodeURIComponent(id)}`, undefined, { query: { sessionId: session }, signal: ending.signal })
      .then(async reply => await reply.json() as ListedEntry)
      .then(entry => setRead({ key, entry }), (error: unknown) => {
        if (!ending.signal.aborted) setRead({ key, reason: sentenceOf(error) })
      })
    return () => ending.abort()
  }, [api, key])
  return read.key === key ? read : {}
}
