// An app that never gives up: each push is repeated, to any replica, until one acknowledges it.
import { setTimeout as pause } from 'node:timers/promises'
import { Dice } from './dice.js'

/** `pendingId` and `id`: what the first phase and the second were answered with. */
export interface Acknowledged { session: string, pendingId: string, id: string, requestId: string, response: string }

export interface AppFigures {
  pushes: number
  retries: number
  /** Pushes that took more than one retry. */
  stubborn: number
  /** Answers that are neither success nor 503. */
  faults: number
  /** The first of them, or of those without an answer, in words. */
  firstFault?: string
  /** Pushes that a replica took and left without any answer for four times as long as is promised. */
  unanswered: number
}

/** Where pushes go, and how long from the beginning of one request to that of the next. */
export interface Work { replicas: { url: string }[], session: string, everyMs: number }

const PAUSE_MS = 25
const PATIENCE_MS = 10_000

export function noFigures (): AppFigures {
  return { pushes: 0, retries: 0, stubborn: 0, faults: 0, unanswered: 0 }
}

/** Pushes request after request in two phases until it is told to stop; resolves with all that was acknowledged whole. */
export async function runApp (name: string, { replicas, session, everyMs }: Work, figures: AppFigures, stop: AbortSignal): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const dice = new Dice()
  const url = () => dice.anyOf(replicas).url
  for (let n = 0, dueMs = Date.now(); !stop.aborted; n++, dueMs = Math.max(dueMs + everyMs, Date.now())) {
    await pause(dueMs - Date.now())
    const requestId = `${name}-${n}`
    // Now and then one that is too large to travel inside its announcement.
    const response = `${requestId} `.repeat(n % 10 === 0 ? 1000 : 10)
    const start = { api: `/${name}/${n}`, method: 'GET', requestId }
    const pendingId = await pushUntilAcknowledged(url, session, { ...start, timeConsuming: 0, response: '' }, figures)
    const id = await pushUntilAcknowledged(url, session, { ...start, timeConsuming: n + 1, response }, figures)
    acknowledged.push({ session, pendingId, id, requestId, response })
  }
  return acknowledged
}

async function pushUntilAcknowledged (url: () => string, session: string, body: object, figures: AppFigures): Promise<string> {
  figures.pushes++
  for (let retries = 1; ; retries++) {
    const replica = url()
    const id = await push(replica, session, body, figures).catch((error: Error) => {
      if (error.name !== 'TimeoutError') return
      figures.unanswered++
      figures.firstFault ??= `no answer from ${replica} until ${new Date().toISOString()}`
    })
    if (id !== undefined) return id
    figures.retries++
    if (retries === 2) figures.stubborn++
    await pause(PAUSE_MS)
  }
}

async function push (url: string, session: string, body: object, figures: AppFigures): Promise<string | undefined> {
  const reply = await fetch(`${url}/capture/raw-data?sessionId=${session}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS)
  })
  const answer = await reply.json() as { data: string }
  if (reply.status === 200) return answer.data
  if (reply.status !== 503) {
    figures.faults++
    figures.firstFault ??= `${reply.status} ${JSON.stringify(answer)}`
  }
  return undefined
}
