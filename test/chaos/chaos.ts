// Apps that retry and viewers that resume, while somebody breaks things; then everything is compared: what was acknowledged, what
// the list says, and what every viewer holds.
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Entry } from '../../src/schema/entry.js'
import { SessionFeed } from '../../src/web/feed/session-feed.js'
import { until } from '../support/until.js'
import { runApp, type Acknowledged, type AppFigures } from './app.js'

/** What apps and viewers work with, and what is broken under them. */
export interface World {
  replicas: { url: string }[]
  sessions: string[]
}

export interface Crowd {
  apps: number
  viewers: number
  /** Of each app: from one request, which is two pushes, to the next. */
  everyMs: number
}

export interface Verdict extends AppFigures {
  breaks: number
  resumes: number
  /** Lists beyond each viewer's first. */
  resyncs: number
  lost: number
  doubled: number
  gaps: number
  /** Viewers whose copy is not the list. */
  wrong: number
}

export interface Trouble {
  seconds: number
  /** From the beginning of one break to the beginning of the next, where that one has ended. */
  everyMs: number
  /** Breaks something; resolves with how many things it broke when it may break again. */
  breakSomething: () => Promise<number>
}

const CROWD: Crowd = { apps: 12, viewers: 12, everyMs: 25 }
const FIRST_BREAK_MS = 1000

export async function chaos ({ replicas, sessions }: World, trouble: Trouble, { apps, viewers, everyMs } = CROWD): Promise<Verdict> {
  const sessionOf = (n: number) => sessions[n % sessions.length]!
  const feeds = Array.from({ length: viewers }, (_, n) =>
    new SessionFeed({ url: replicas[n % replicas.length]!.url, sessionId: sessionOf(n), WebSocket }))
  const figures = { pushes: 0, retries: 0, stubborn: 0, faults: 0 }
  const stop = new AbortController()
  const working = Array.from({ length: apps }, (_, n) =>
    runApp(`app${n}`, { replicas, session: sessionOf(n), everyMs }, figures, stop.signal))

  const breaks = await makeTrouble(trouble)
  stop.abort()
  const acknowledged = (await Promise.all(working)).flat()
  const lists = new Map<string, Entry[]>()
  for (const session of sessions) lists.set(session, await settle(replicas[0]!, session, feeds.filter((_, n) => sessionOf(n) === session)))
  const verdict = { ...figures, breaks, ...judge(acknowledged, lists, feeds, sessionOf) }
  for (const feed of feeds) feed.close()
  return verdict
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

// The list, once every viewer of the session has reached it.
async function settle (replica: World['replicas'][number], session: string, feeds: SessionFeed[]): Promise<Entry[]> {
  const { rev, entries } = await listOf(replica, session)
  await Promise.race([Promise.all(feeds.map(feed => feed.settled(rev))), pause(20_000, undefined, { ref: false })])
  return entries
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

function judge (acknowledged: Acknowledged[], lists: Map<string, Entry[]>, feeds: SessionFeed[], sessionOf: (n: number) => string) {
  const stored = new Map([...lists].flatMap(([session, entries]) => entries.map(entry => [`${session} ${entry.id}`, entry] as const)))
  const all = [...lists.values()].flat()
  const sum = (figure: 'resumes' | 'lists' | 'gaps') => feeds.reduce((total, feed) => total + feed.figures[figure], 0)
  return {
    resumes: sum('resumes'),
    resyncs: sum('lists') - feeds.length,
    lost: acknowledged.filter(({ session, id, response }) => stored.get(`${session} ${id}`)?.response !== response).length,
    doubled: all.length - new Set(all.map(entry => entry.requestId)).size,
    gaps: sum('gaps'),
    wrong: feeds.filter((feed, n) => !isDeepStrictEqual([...feed.entries()], lists.get(sessionOf(n)))).length
  }
}
