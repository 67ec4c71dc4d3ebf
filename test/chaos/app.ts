// An app that never gives up: it repeats each push, to any replica, until the push is acknowledged.
import { setTimeout as pause } from 'node:timers/promises'
import { Dice } from './dice.js'

/** `pendingId` and `id` are the ids returned for the two phases; `note` is the mark that was set on the entry. */
export interface Acknowledged {
  session: string
  pendingId: string
  id: string
  requestId: string
  response: string
  note: string | undefined
}

export interface AppFigures {
  pushes: number
  retries: number
  /** The pushes that needed more than one retry. */
  stubborn: number
  /** The replies that are neither success nor 503. */
  faults: number
  /** Describes the first such reply, or the first missing one. */
  firstFault?: string
  /** The pushes that got no reply for four times as long as the service promises. */
  unanswered: number
}

/** Where pushes go, and the time between the starts of two requests. */
export interface Work { replicas: { url: string }[], session: string, everyMs: number }

const PAUSE_MS = 25
const TIMEOUT_MS = 10_000

export function noFigures (): AppFigures {
  return { pushes: 0, retries: 0, stubborn: 0, faults: 0, unanswered: 0 }
}

/** `stop`: no more requests begin. `giveUp`: pushes without an answer are not repeated either; then it rejects. */
export interface Ends { stop: AbortSignal, giveUp: AbortSignal }

/** Pushes requests in two phases until it is stopped; resolves with all requests that were acknowledged completely. */
export async function runApp (
  name: string, { replicas, session, everyMs }: Work, figures: AppFigures, { stop, giveUp }: Ends
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const dice = new Dice()
  const url = () => dice.anyOf(replicas).url
  for (let n = 0, dueMs = Date.now(); !stop.aborted; n++, dueMs = Math.max(dueMs + everyMs, Date.now())) {
    await pause(dueMs - Date.now())
    const requestId = `${name}-${n}`
    // Some responses are too large to travel inside their announcement.
    const response = `${requestId} `.repeat(n % 10 === 0 ? 1000 : 10)
    const start = { api: `/${name}/${n}`, method: 'GET', requestId }
    const repeated = (ask: Ask) => untilAcknowledged(url, ask, figures, giveUp)
    const pushed = (phase: object) => repeated(replica => push(replica, session, { ...start, ...phase }))
    const pendingId = await pushed({ timeConsuming: 0, response: '' })
    const id = await pushed({ timeConsuming: n + 1, response })
    const note = n % 4 === 0 ? `note on ${requestId}` : undefined
    if (note) await repeated(replica => mark(replica, session, id, { note }))
    acknowledged.push({ session, pendingId, id, requestId, response, note })
  }
  return acknowledged
}

type Ask = (replica: string) => Promise<Response>

/** Repeats an idempotent write; resolves with the id in its reply. */
async function untilAcknowledged (url: () => string, ask: Ask, figures: AppFigures, giveUp: AbortSignal): Promise<string> {
  figures.pushes++
  for (let retries = 1; ; retries++) {
    const replica = url()
    const data = await answerOf(ask(replica), figures).catch((error: Error) => {
      if (error.name !== 'TimeoutError') return
      figures.unanswered++
      figures.firstFault ??= `no answer from ${replica} until ${new Date().toISOString()}`
    })
    if (data !== undefined) return data
    figures.retries++
    if (retries === 2) figures.stubborn++
    await pause(PAUSE_MS, undefined, { signal: giveUp })
  }
}

async function answerOf (asked: Promise<Response>, figures: AppFigures): Promise<string | undefined> {
  const reply = await asked
  const answer = await reply.json() as { data?: string }
  // A mark for an entry that does not exist shows that the entry is lost, which the verdict counts.
  if (reply.status === 200 || reply.status === 404) return answer.data ?? ''
  // 408 means that the request arrived too slowly, for example while the machine paused for ten seconds. Recorders retry it, too.
  if (reply.status !== 503 && reply.status !== 408) {
    figures.faults++
    figures.firstFault ??= `${reply.status} ${JSON.stringify(answer)}`
  }
  return undefined
}

function push (url: string, session: string, body: object): Promise<Response> {
  return send('POST', `${url}/capture/raw-data?sessionId=${session}`, body)
}

function mark (url: string, session: string, id: string, body: object): Promise<Response> {
  return send('PUT', `${url}/capture/entries/${id}/mark?sessionId=${session}`, body)
}

function send (method: string, url: string, body: object): Promise<Response> {
  return fetch(url,
    { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) })
}
