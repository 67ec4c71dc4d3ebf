// An entry with its long texts, for a component: at once where they are here, else as soon as they are read again.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Held } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { Gone } from '../model/session/reading-again.js'

export type Whole =
  | { state: 'there', entry: Entry }
  | { state: 'reading' | 'gone' }
  | { state: 'failed', reason: string, retry: () => void }

export function useWhole (entry: Held): Whole {
  const { session } = usePage()
  const [tries, setTries] = useState(0)
  const [read, setRead] = useState<{ of: Held, whole: Whole } | undefined>(undefined)
  // A copy, which is kept while it is shown.
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
      (error: unknown) => tell(error instanceof Gone ? { state: 'gone' } : { state: 'failed', reason: error instanceof Error ? error.message : String(error), retry })
    )
    return () => { isWanted = false }
  }, [session, entry, here, tries])
  if (here) return { state: 'there', entry: here }
  return read?.of === entry ? read.whole : { state: 'reading' }
}
