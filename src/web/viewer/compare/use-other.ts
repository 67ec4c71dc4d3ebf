// What an entry is compared with: of a file, of this session, or of another one, which is then asked of the service.
import { computed, useComputed } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Held } from '../../../exchange/held.js'
import type { Api } from '../model/session/api.js'
import { usePage } from '../context.js'
import { fromFile, picked } from '../model/compare/picked.js'

export type Other =
  | { state: 'none' | 'reading' }
  | { state: 'missing', reason: string }
  | { state: 'there', entry: Held, /** Where it is from, if not from this session. */ from: string | undefined }

export function useOther (entry: Held): Other {
  const { session, view, words: { compare: words } } = usePage()
  const chosen = view.compared.value?.of === entry.id ? view.compared.value : undefined
  const file = fromFile.value?.of === entry.id ? fromFile.value : undefined
  const base = picked.value === entry.id ? undefined : picked.value
  const id = chosen?.id ?? base
  const foreign = chosen?.session
  // Drawn anew when this one is another one, and not whenever any other arrives.
  const here = useMemo(() => computed(() => foreign === undefined && id !== undefined ? session.entries.value.find(other => other.id === id) : undefined), [session, foreign, id]).value
  const isLive = useComputed(() => session.state.value.name === 'live').value
  const read = useRead(session.api, foreign, foreign === undefined ? undefined : id)
  if (file) return { state: 'there', entry: file.entry, from: file.fileName }
  if (id === undefined) return { state: 'none' }
  if (foreign !== undefined) return read.entry ? { state: 'there', entry: read.entry, from: foreign } : read.reason === undefined ? { state: 'reading' } : { state: 'missing', reason: words.notRead(read.reason) }
  if (here) return { state: 'there', entry: here, from: undefined }
  return isLive ? { state: 'missing', reason: words.gone } : { state: 'reading' }
}

/** Once for each: what another session has is shown as it was read. */
function useRead (api: Api, session: string | undefined, id: string | undefined): { entry?: Held | undefined, reason?: string | undefined } {
  const [read, setRead] = useState<{ key: string, entry?: Held, reason?: string }>({ key: '' })
  const key = session === undefined || id === undefined ? '' : `${session} ${id}`
  useEffect(() => {
    if (session === undefined || id === undefined) return
    const ending = new AbortController()
    api.ask('GET', `capture/entries/${encodeURIComponent(id)}`, undefined, { query: { sessionId: session }, signal: ending.signal })
      .then(async reply => await reply.json() as Held)
      .then(entry => setRead({ key, entry }), (error: unknown) => { if (!ending.signal.aborted) setRead({ key, reason: error instanceof Error ? error.message : String(error) }) })
    return () => ending.abort()
  }, [api, key])
  return read.key === key ? read : {}
}
