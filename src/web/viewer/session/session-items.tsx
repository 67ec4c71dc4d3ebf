// The items of the session menu: how to connect an app, the session's id, a new session, the number of viewers, the apps that push, and
// other sessions. Loaded when the menu is likely to be opened.
import { useEffect, useState } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import { print } from '../../../filter/print.js'
import { visibleHead } from '../../../text/visible.js'
import { useCopy, usePage } from '../context.js'
import { MenuItem } from '../kit/menu.js'
import { onlyThis } from '../model/filter/edit.js'
import type { Api } from '../model/session/api.js'
import { moment, clock } from '../words/format.js'

const SHOWN = 8

export function SessionItems ({ onConnect }: { onConnect: () => void }) {
  const { session, words: { sessionMenu: words } } = usePage()
  const copy = useCopy()
  return (
    <>
      <MenuItem onClick={onConnect}>{words.connect}</MenuItem>
      <MenuItem onClick={() => { copy(session.id) }}>{words.copyId}</MenuItem>
      <MenuItem onClick={() => { location.assign(session.url + '/') }}>{words.fresh}</MenuItem>
      <ViewerCount />
      <SourceItems />
      <KnownSessions />
    </>
  )
}

function KnownSessions () {
  const { session, known, words: { sessionMenu: words } } = usePage()
  const others = known.list.value.filter(({ id }) => id !== session.id).slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <>
      <div class='menu-line' />
      <div class='menu-heading'>{words.known}</div>
      {others.map(({ id, lastUsedMs }) => (
        <MenuItem
          key={id}
          hint={moment(lastUsedMs)}
          onClick={() => { location.assign(`?${new URLSearchParams({ sessionId: id }).toString()}`) }}
        >
          <span class='data mono'>{id}</span>
        </MenuItem>
      ))}
    </>
  )
}

const EVERY_MS = 5000

// The number of viewers, in the session menu. It is requested while the menu is open.
function ViewerCount () {
  const { session: { api }, words: { sessionMenu: words } } = usePage()
  const [viewers, setViewers] = useState<number | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    const look = async () => {
      const count = await viewersOf(api)
      if (isWanted) setViewers(count)
    }
    const timer = setInterval(look, EVERY_MS)
    look().catch(() => {}) // it never rejects
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [api])
  // Zero while this page itself is disconnected; then nothing is shown. An older service does not report the number at all.
  return viewers ? <div class='menu-heading'>{words.viewers(viewers)}</div> : null
}

async function viewersOf (api: Api): Promise<number | undefined> {
  try {
    const { viewers } = await (await api.ask('GET', 'capture/viewers')).json() as { viewers?: unknown }
    return typeof viewers === 'number' ? viewers : undefined
  } catch {
    return undefined
  }
}

const SHOWN_SOURCES = 8

// The apps that push, in the session menu: a click shows the requests of one app only.
function SourceItems () {
  const { session, filtering, view, words: { sessionMenu: words } } = usePage()
  const sources = sourcesOf(session.entries.value)
  if (sources.length === 0) return null
  const show = (name: string) => {
    view.filter.value = print(onlyThis(filtering.query.peek(), {
      type: 'key', key: 'source', values: [{ type: 'quoted', text: name, exact: true }]
    }))
  }
  return (
    <>
      <div class='menu-line' />
      <div class='menu-heading'>{words.sources(sources.length)}</div>
      {sources.slice(0, SHOWN_SOURCES).map(({ name, lastMs, pending }) => (
        <MenuItem
          key={name} hint={words.sourceHint(clock(lastMs), pending)} onClick={() => show(name)}
        >
          <span class='data'>{visibleHead(name)}</span>
        </MenuItem>
      ))}
    </>
  )
}

interface Source {
  name: string
  /** When an entry of it was last recorded, in milliseconds since the epoch by the service's clock. */
  lastMs: number
  pending: number
}

// The apps that push into a session, by the names that they give themselves, computed from their entries.
/** The app that pushed last comes first. Entries without a name are skipped. */
function sourcesOf (entries: readonly ListedEntry[]): Source[] {
  const sources = new Map<string, Source>()
  for (const entry of entries) {
    if (!entry.source) continue
    const source = sources.get(entry.source) ?? { name: entry.source, lastMs: 0, pending: 0 }
    sources.set(entry.source, source)
    source.lastMs = Math.max(source.lastMs, entry.timestamp, startMsOf(entry) + entry.timeConsuming)
    if (isPending(entry)) source.pending++
  }
  return [...sources.values()].sort((a, b) => b.lastMs - a.lastMs)
}
