// Apps that retry and viewers that resume, while somebody breaks things; then everything is compared: what was acknowledged, what
// the list says, and what every viewer holds.
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Entry } from '../../src/schema/entry.js'
import { SessionFeed } from '../../src/web/client/session-feed.js'
import { runApp, type Acknowledged } from './app.js'
import type { Replica } from './world.js'

export interface Verdict {
  pushes: number
  retries: number
  /** Answers that are neither success nor 503. */
  faults: number
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

export interface Scenario {
  replicas: Replica[]
  seconds: number
  /** Breaks something, and resolves when it may break again. */
  breakSomething: (n: number) => Promise<void>
  apps?: number
  viewers?: number
  sessions?: number
}

export async function chaos ({ replicas, seconds, breakSomething, apps = 12, viewers = 12, sessions = 4 }: Scenario): Promise<Verdict> {
  const names = Array.from({ length: sessions }, (_, n) => `chaos-${process.pid}-${n}`.padEnd(15, '_').slice(0, 15))
  const feeds = Array.from({ length: viewers }, (_, n) =>
    new SessionFeed({ url: replicas[n % replicas.length]!.url, sessionId: names[n % sessions]!, WebSocket }))
  const figures = { pushes: 0, retries: 0, faults: 0 }
  const stop = new AbortController()
  const working = Array.from({ length: apps }, (_, n) => runApp(`app${n}`, names[n % sessions]!, replicas, figures, stop.signal))

  let breaks = 0
  const endsAt = Date.now() + seconds * 1000
  while (Date.now() < endsAt) {
    await pause(500)
    await breakSomething(breaks++)
  }
  stop.abort()
  const acknowledged = (await Promise.all(working)).flat()
  const lists = new Map<string, Entry[]>()
  for (const name of names) lists.set(name, await settle(replicas[0]!, name, feeds.filter((_, n) => names[n % sessions] === name)))
  const verdict = { ...figures, breaks, ...judge(acknowledged, lists, feeds, names) }
  for (const feed of feeds) feed.close()
  return verdict
}

// The list, once every viewer of the session has reached it.
async function settle ({ url }: Replica, session: string, feeds: SessionFeed[]): Promise<Entry[]> {
  const reply = await fetch(`${url}/capture/entries?sessionId=${session}`)
  const rev = JSON.parse(reply.headers.get('etag')!) as string
  const entries = await reply.json() as Entry[]
  await Promise.race([Promise.all(feeds.map(feed => feed.settled(rev))), pause(20_000, undefined, { ref: false })])
  return entries
}

function judge (acknowledged: Acknowledged[], lists: Map<string, Entry[]>, feeds: SessionFeed[], names: string[]) {
  const stored = new Map([...lists].flatMap(([session, entries]) => entries.map(entry => [`${session} ${entry.id}`, entry] as const)))
  const all = [...lists.values()].flat()
  const sum = (figure: 'resumes' | 'lists' | 'gaps') => feeds.reduce((total, feed) => total + feed.figures[figure], 0)
  return {
    resumes: sum('resumes'),
    resyncs: sum('lists') - feeds.length,
    lost: acknowledged.filter(({ session, id, response }) => stored.get(`${session} ${id}`)?.response !== response).length,
    doubled: all.length - new Set(all.map(entry => entry.requestId)).size,
    gaps: sum('gaps'),
    wrong: feeds.filter((feed, n) => !isDeepStrictEqual([...feed.entries()], lists.get(names[n % names.length]!))).length
  }
}
