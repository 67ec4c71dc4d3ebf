// Chooses what to compare an entry with: the best match first, then similar requests, then other sessions and files.
import { useComputed } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import { addressOf } from '../../../exchange/address.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { startMsOf } from '../../../exchange/outcome.js'
import type { Entry } from '../../../schema/entry.js'
import { alikeOf, sameApi } from '../../../summary/last-good.js'
import { durationText } from '../../../text/duration.js'
import { usePage } from '../context.js'
import { StatusBadge } from '../entry/status-badge.js'
import { LateIcon } from '../kit/late-icons.js'
import { Safe } from '../kit/safe.js'
import { originalOf } from '../model/compare/original-response.js'
import { compareWith, compareWithOriginal, compareWithFile, picked } from '../model/compare/choose.js'
import { readReference, type ReferenceFault } from '../model/compare/reference.js'
import { clockOf } from '../text/moments.js'
import { useLastGood } from './compare-button.js'

const MAX_ALIKE = 30

/** `problem`: why the chosen entry cannot be shown. */
export function Chooser ({ entry, problem }: { entry: Entry, problem?: string }) {
  const page = usePage()
  const { session, words: { compare: words } } = page
  const good = useLastGood(entry)
  const alike = useComputed(() => alikeOf(session.entries.value, entry, MAX_ALIKE)).value
  return (
    <section class='overview chooser' aria-label={words.choose}>
      {problem !== undefined && <p class='notice warn' role='alert'>{problem}</p>}
      {good && (
        <div class='chooser-best'>
          <button type='button' class='button primary' onClick={() => compareWith(page, entry.id, good.id)}>{words.lastGood}</button>
          <EntryButton entry={good} onClick={() => compareWith(page, entry.id, good.id)} />
        </div>
      )}
      {originalOf(entry) && (
        <p class='chooser-pick'>
          <button type='button' class='button primary' onClick={() => compareWithOriginal(page, entry.id)}>{words.withOriginal}</button>
          <span class='dim'>{words.withOriginalHint}</span>
        </p>
      )}
      <Picking entry={entry} />
      {alike.length > 0 && (
        <>
          <h3 id='chooser-alike'>{words.alike}</h3>
          <ul class='chooser-list' aria-labelledby='chooser-alike'>
            {alike.map(
              other => <li key={other.id}><EntryButton entry={other} onClick={() => compareWith(page, entry.id, other.id)} /></li>
            )}
          </ul>
        </>
      )}
      <h3>{words.elsewhere}</h3>
      {!session.isSaved && <ReferenceForm entry={entry} />}
      <FileChoice entry={entry} />
    </section>
  )
}

function Picking ({ entry }: { entry: Entry }) {
  const { words: { compare: words } } = usePage()
  const isPicked = picked.value === entry.id
  return (
    <p class='chooser-pick'>
      <button
        type='button' class='button framed' aria-pressed={isPicked} onClick={() => { picked.value = isPicked ? undefined : entry.id }}
      >
        {words.pick}
      </button>
      <span class='dim'>{isPicked ? words.pickedHint : words.pickHint}</span>
    </p>
  )
}

function ReferenceForm ({ entry }: { entry: Entry }) {
  const page = usePage()
  const { session, words: { compare: words } } = page
  const [fault, setFault] = useState<ReferenceFault | undefined>(undefined)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('reference')
    const reference = readReference(typeof given === 'string' ? given : '', session.url)
    if (typeof reference === 'string') setFault(reference)
    else compareWith(page, entry.id, reference.id, reference.session)
  }
  return (
    <form class='chooser-form' onSubmit={submit}>
      <label for='chooser-reference'>{words.reference}</label>
      <span class='chooser-fields'>
        <input
          id='chooser-reference' name='reference' class='field' autocomplete='off' spellcheck={false} placeholder={words.referenceHint}
          aria-invalid={fault !== undefined} aria-describedby={fault && 'chooser-fault'} required
        />
        <button type='submit' class='button framed'>{words.open}</button>
      </span>
      {fault !== undefined && <p id='chooser-fault' class='failure' role='alert'>{words.faults[fault]}</p>}
    </form>
  )
}

// One entry on one line, as a button.
function EntryButton ({ entry, onClick }: { entry: ListedEntry, onClick: () => void }) {
  const { path, query } = addressOf(entry)
  return (
    <button type='button' class='button chooser-entry' onClick={onClick}>
      <span class='mono dim'>{clockOf(startMsOf(entry))}</span>
      <StatusBadge entry={entry} />
      <span class='mono dim'><Safe text={entry.method} most={10} /></span>
      <span class='chooser-path'><Safe text={`${path}${query}`} most={200} /></span>
      {entry.timeConsuming > 0 && <span class='dim'>{durationText(entry.timeConsuming)}</span>}
    </button>
  )
}

interface ReadFile {
  name: string
  entries: Entry[]
}

const MAX_SHOWN = 200
/** Reading a larger file would take the page too long. */
const MEGABYTE = 1_000_000
const LARGEST = 200 * MEGABYTE

/** The last file that was read, so that the person can go through its entries. */
let last: ReadFile | undefined

// Chooses an entry of a HAR file. The file is read on the page and is sent nowhere.
function FileChoice ({ entry }: { entry: Entry }) {
  const page = usePage()
  const { words: { compare: words } } = page
  const [file, setFile] = useState(last)
  const [sought, setSought] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setProblem(undefined)
    if (chosen.size > LARGEST) return setProblem(words.fileLarge(Math.ceil(chosen.size / MEGABYTE), LARGEST / MEGABYTE))
    try {
      last = { name: chosen.name, entries: await read(chosen) }
      setFile(last)
    } catch (error) {
      setProblem(words.fileNotRead(error instanceof Error ? error.message : String(error)))
    }
  }
  const found = file
    ? alikeFirst(file.entries, entry).filter(({ api, method }) => `${method} ${api}`.toLowerCase().includes(sought.toLowerCase()))
    : []
  return (
    <div class='chooser-file'>
      <label class='button framed'>
        <LateIcon name='import' />{words.file}
        <input
          type='file' class='unseen' accept='.har,application/json'
          onChange={event => { take(event.currentTarget.files?.[0]).catch(() => {}) }}
        />
      </label>
      <span class='dim'>{words.fileHint}</span>
      {problem !== undefined && <p class='failure' role='alert'>{problem}</p>}
      {file && (
        <>
          <input
            class='field' type='search' aria-label={words.inFile} placeholder={words.inFile} value={sought}
            onInput={event => setSought(event.currentTarget.value)}
          />
          <ul class='chooser-list' aria-label={file.name}>
            {found.slice(0, MAX_SHOWN).map(other => (
              <li key={other.id}>
                <EntryButton entry={other} onClick={() => compareWithFile(page, { of: entry.id, entry: other, fileName: file.name })} />
              </li>
            ))}
          </ul>
          <p class='dim' role='status'>{words.found(found.length)}</p>
        </>
      )}
    </div>
  )
}

async function read (file: File): Promise<Entry[]> {
  const { harEntries } = await import('../model/compare/har-entries.js')
  return harEntries(await file.text())
}

function alikeFirst (entries: readonly Entry[], entry: Entry): Entry[] {
  const isAlike = sameApi(entry)
  return [...entries.filter(isAlike), ...entries.filter(other => !isAlike(other))]
}
