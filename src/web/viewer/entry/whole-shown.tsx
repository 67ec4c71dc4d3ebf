// Renders content that needs an entry's long texts. Until these are loaded, a placeholder is shown; if they cannot be read, the reason is
// shown.
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { sentenceOf } from '../kit/sentence-of.js'
import { Gone } from '../model/session/reading-again.js'
import './entry.css'

type Show = (entry: Entry) => ComponentChildren

export function WithWhole ({ entry, children }: { entry: ListedEntry, children: Show }) {
  return <WholeShown whole={useWhole(entry)}>{children}</WholeShown>
}

export function WholeShown ({ whole, children }: { whole: Whole, children: Show }) {
  const { words: { detail: words } } = usePage()
  switch (whole.state) {
    case 'there': return <>{children(whole.entry)}</>
    case 'gone': return <p class='detail-empty' role='status'>{words.goneMeanwhile}</p>
    case 'reading': return <div class='reading-again' role='status'><span class='unseen'>{words.readingAgain}</span></div>
    case 'failed': return (
      <div class='detail-empty' role='alert'>
        <p>{words.notReadAgain(whole.reason)}</p>
        <button type='button' class='button framed' onClick={() => whole.retry()}>{words.tryAgain}</button>
      </div>
    )
  }
}

type Whole =
  | { state: 'there', entry: Entry }
  | { state: 'reading' | 'gone' }
  | { state: 'failed', reason: string, retry: () => void }

// Gives a component an entry with its long texts: immediately if they are in memory, otherwise when they have been read again.
export function useWhole (entry: ListedEntry): Whole {
  const { session } = usePage()
  const [tries, setTries] = useState(0)
  const [read, setRead] = useState<{ of: ListedEntry, whole: Whole } | undefined>(undefined)
  // A copy, which is kept while the component shows it.
  const here = useMemo(() => session.atHand(entry), [session, entry])
  useEffect(() => {
    if (here) return
    let isWanted = true
    const tell = (whole: Whole) => { if (isWanted) setRead({ of: entry, whole }) }
    const retry = () => {
      setRead(undefined)
      setTries(tries + 1)
    }
    session.whole(entry).then(
      entry => tell({ state: 'there', entry }),
      (error: unknown) => tell(error instanceof Gone
        ? { state: 'gone' }
        : {
            state: 'failed', reason: sentenceOf(error), retry
          })
    )
    return () => { isWanted = false }
  }, [session, entry, here, tries])
  if (here) return { state: 'there', entry: here }
  return read?.of === entry ? read.whole : { state: 'reading' }
}
