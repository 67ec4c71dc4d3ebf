// Checks whether the service has kept its promises: compares the acknowledged pushes, the entries that the service lists, and the copies of
// all viewers.
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../src/schema/entry.js'
import type { SessionFeed } from '../../src/web/feed/session-feed.js'
import type { Acknowledged, AppFigures } from './app.js'

export interface Verdict extends AppFigures {
  breaks: number
  resumes: number
  /** The number of lists beyond the first one of each viewer. */
  resyncs: number
  /** The number of changes that viewers received live. If it is 0, lists alone kept them correct. */
  heard: number
  lost: number
  /** The number of requests that are listed twice, or whose phases got different ids. */
  doubled: number
  gaps: number
  /** The number of viewers whose copy differs from the list. */
  wrong: number
  /** Describes each unexpected or unclean exit of a replica. */
  fallen: string[]
}

/** The final state of a session: its list, and its viewers' copies. */
export interface SessionEnd {
  session: string
  entries: Entry[]
  copies: { entries: Entry[], figures: FeedFigures }[]
}

type FeedFigures = Pick<SessionFeed['figures'], 'resumes' | 'lists' | 'gaps' | 'messages'>

export function judge (acknowledged: Acknowledged[], ends: SessionEnd[]) {
  const stored = new Map(ends.flatMap(({ session, entries }) => entries.map(entry => [`${session} ${entry.id}`, entry] as const)))
  const requests = ends.flatMap(({ session, entries }) => entries.map(({ requestId }) => `${session} ${requestId}`))
  const copies = ends.flatMap(end => end.copies)
  const sum = (figure: keyof FeedFigures) => copies.reduce((total, { figures }) => total + figures[figure], 0)
  return {
    resumes: sum('resumes'),
    resyncs: Math.max(0, sum('lists') - copies.length),
    heard: sum('messages'),
    lost: acknowledged.filter(({ session, id, response, note }) => {
      const entry = stored.get(`${session} ${id}`)
      return entry?.response !== response || entry.mark?.note !== note
    }).length,
    doubled: requests.length - new Set(requests).size + acknowledged.filter(({ id, pendingId }) => id !== pendingId).length,
    gaps: sum('gaps'),
    wrong: ends.flatMap(({ entries, copies }) => copies.filter(copy => !isDeepStrictEqual(copy.entries, entries))).length
  }
}

/** Describes the figures that must be 0 but are not; empty if every promise was kept. */
export function brokenPromises (
  verdict: Pick<Verdict, 'lost' | 'doubled' | 'gaps' | 'wrong' | 'faults' | 'firstFault' | 'unanswered' | 'fallen'>
): string[] {
  const figures = ['lost', 'doubled', 'gaps', 'wrong', 'faults', 'unanswered'] as const
  const words = verdict.firstFault === undefined ? [] : [`such as ${verdict.firstFault}`]
  return [...figures.filter(figure => verdict[figure] > 0).map(figure => `${figure} ${verdict[figure]}`), ...words, ...verdict.fallen]
}
