// An entry of a HAR file, which is read here and goes nowhere.
import { useState } from 'preact/hooks'
import type { Entry } from '../../../schema/entry.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import { compareWithFile } from '../model/compare/choose.js'
import { EntryButton } from './entry-button.js'
import { sameApi } from '../model/compare/last-good.js'

interface ReadFile {
  name: string
  entries: Entry[]
}

const MOST_SHOWN = 200
/** More would take the page too long to read. */
const LARGEST = 200 * 1024 * 1024

/** The last one, so that one can go through its entries. */
let last: ReadFile | undefined

export function FileChoice ({ entry }: { entry: Entry }) {
  const page = usePage()
  const { words: { compare: words, session } } = page
  const [file, setFile] = useState(last)
  const [sought, setSought] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setProblem(undefined)
    try {
      last = { name: chosen.name, entries: await read(chosen) }
      setFile(last)
    } catch (error) {
      setProblem(session.notImported(error instanceof Error ? error.message : String(error)))
    }
  }
  const found = file ? alikeFirst(file.entries, entry).filter(({ api, method }) => `${method} ${api}`.toLowerCase().includes(sought.toLowerCase())) : []
  return (
    <div class='chooser-file'>
      <label class='button framed'>
        <Icon name='import' />{words.file}
        <input type='file' class='unseen' accept='.har,application/json' onChange={event => { take(event.currentTarget.files?.[0]).catch(() => {}) }} />
      </label>
      <span class='dim'>{words.fileHint}</span>
      {problem !== undefined && <p class='failure' role='alert'>{problem}</p>}
      {file && (
        <>
          <input class='field' type='search' aria-label={words.inFile} placeholder={words.inFile} value={sought} onInput={event => setSought(event.currentTarget.value)} />
          <ul class='chooser-list' aria-label={file.name}>
            {found.slice(0, MOST_SHOWN).map(other => <li key={other.id}><EntryButton entry={other} onClick={() => compareWithFile(page, { of: entry.id, entry: other, fileName: file.name })} /></li>)}
          </ul>
          <p class='dim' role='status'>{words.found(found.length)}</p>
        </>
      )}
    </div>
  )
}

async function read (file: File): Promise<Entry[]> {
  if (file.size > LARGEST) throw new Error(`${Math.round(file.size / 1e6)} MB`)
  const { harEntries } = await import('../model/compare/har-entries.js')
  return harEntries(await file.text())
}

function alikeFirst (entries: readonly Entry[], entry: Entry): Entry[] {
  const isAlike = sameApi(entry)
  return [...entries.filter(isAlike), ...entries.filter(other => !isAlike(other))]
}
