// Apps that retry and viewers that resume, while faults are injected. A world is the replicas, apps and viewers together. At the end,
// everything is compared: the acknowledged pushes, the entries that the service lists, and the copies of all viewers.
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Entry } from '../../src/schema/entry.js'
import { SessionFeed } from '../../src/web/feed/session-feed.js'
import { until } from '../support/until.js'
import { noFigures, runApp } from './app.js'
import { judge, type SessionEnd, type Verdict } from './verdict.js'

/** The replicas and sessions of apps and viewers, in which faults are injected. */
export interface World {
  /** `fallen`: see Replica. */
  replicas: { url: string, fallen?: string[] }[]
  sessions: string[]
}

export interface Crowd {
  apps: number
  viewers: number
  /** The time between the requests of an app; each request is two pushes. */
  everyMs: number
}

export interface Trouble {
  seconds: number
  /** The time between the starts of two faults, if the first has ended by then. */
  everyMs: number
  /** Injects a fault; when the next one may follow, resolves with the number of things that broke. */
  breakSomething: () => Promise<number>
}

const CROWD: Crowd = { apps: 12, viewers: 12, everyMs: 25 }
const FIRST_BREAK_MS = 1000
const SETTLE_MS = 20_000

/** `figures` are updated during the run. */
export async function chaos (
  { replicas, sessions }: World, trouble: Trouble, { apps, viewers, everyMs } = CROWD, figures = noFigures()
): Promise<Verdict> {
  const sessionOf = (n: number) => sessions[n % sessions.length]!
  const feeds = Array.from({ length: viewers }, (_, n) => {
    const session = sessionOf(n)
    return { session, feed: new SessionFeed({ url: replicas[n % replicas.length]!.url, sessionId: session, WebSocket }) }
  })
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  const working = Array.from({ length: apps }, (_, n) =>
    runApp(`app${n}`, { replicas, session: sessionOf(n), everyMs }, figures, { stop: stop.signal, giveUp: giveUp.signal }))

  try {
    // A viewer that is reading its first list when a replica ends must start again, which is not a fault.
    await until('every viewer is live', async () => feeds.every(({ feed }) => feed.state.name === 'live')).catch((error: Error) => {
      throw new Error(`${error.message}: ${feeds.map(({ feed }) => JSON.stringify({ ...feed.state, ...feed.figures })).join(', ')}`)
    })
    const breaks = await makeTrouble(trouble).finally(() => stop.abort())
    const acknowledged = (await Promise.all(working)).flat()
    const ends = await Promise.all(sessions.map(async session =>
      await settle(replicas[0]!, session, feeds.filter(viewer => viewer.session === session).map(({ feed }) => feed))))
    const fallen = replicas.flatMap(replica => replica.fallen?.splice(0) ?? [])
    return { ...figures, breaks, ...judge(acknowledged, ends), fallen }
  } finally {
    // Otherwise, after a failure, the apps would push for ever to replicas that are gone, and the process would never end.
    stop.abort()
    giveUp.abort()
    await Promise.allSettled(working)
    for (const { feed } of feeds) feed.close()
  }
}

async function makeTrouble ({ seconds, everyMs, breakSomething }: Trouble): Promise<number> {
  let breaks = 0
  const endMs = Date.now() + seconds * 1000
  for (let nextMs = Date.now() + FIRST_BREAK_MS; nextMs < endMs; nextMs = Math.max(nextMs + everyMs, Date.now())) {
    await pause(nextMs - Date.now())
    breaks += await breakSomething()
  }
  await pause(endMs - Date.now())
  return breaks
}

// Returns the list and the copies of the viewers, once every viewer has reached the list. A repeated push may arrive after the list was
// read; then it is read again. A viewer that does not reach it in time is returned as it is.
async function settle (replica: World['replicas'][number], session: string, feeds: SessionFeed[]): Promise<SessionEnd> {
  for (const endMs = Date.now() + SETTLE_MS; ;) {
    const { rev, entries } = await listOf(replica, session)
    const reached = Promise.all(feeds.map(feed => feed.settled(rev))).then(() => true)
    const isReached = await Promise.race([reached, pause(SETTLE_MS / 5, false, { ref: false })])
    const copies = feeds.map(feed => ({ entries: [...feed.entries()], figures: feed.figures }))
    if (isReached || Date.now() > endMs) return { session, entries, copies }
  }
}

async function listOf ({ url }: World['replicas'][number], session: string): Promise<{ rev: string, entries: Entry[] }> {
  let list: { rev: string, entries: Entry[] } | undefined
  await until('the list is answered', async () => {
    const reply = await fetch(`${url}/capture/entries?sessionId=${session}`)
    list = { rev: JSON.parse(reply.headers.get('etag')!) as string, entries: await reply.json() as Entry[] }
    return reply.status === 200
  })
  return list!
}
