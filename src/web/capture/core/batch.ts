// The body of one batch, and what the answer says of it. Each push is judged by the service alone.
import { serialized, withNote, withoutBodies, type PushDraft } from './push.js'
import { isRecord } from './record.js'

/** What became of the pushes of a batch that arrived. */
export interface Outcome {
  sent: number
  /** To be sent again, the large ones without their bodies. */
  again: PushDraft[]
  /** One of them at least the service could not store just now: it wants a pause. */
  isAway: boolean
  refused: number
  /** What the service said of the first that it refused. */
  reason?: string
}

const TOO_LARGE = 'body left out: too large for the service'

/** The text of a batch. `dropped`: how many were given up before these, which the first of them tells. */
export function batchOf (pushes: PushDraft[], nowMs: number, dropped: number): string {
  const texts = pushes.map((push, n) => serialized(n === 0 && dropped > 0 ? withNote(push, droppedNote(dropped)) : push, nowMs))
  return `[${texts.join(',')}]`
}

export function outcomeOf (pushes: PushDraft[], answer: string): Outcome {
  const items = itemsOf(answer)
  const outcome: Outcome = { sent: 0, again: [], isAway: false, refused: 0 }
  pushes.forEach((push, n) => {
    const item = items[n]
    const { code, message } = isRecord(item) ? item : {}
    if (code === undefined) outcome.sent++
    else if (code === 'unavailable' || code === 'internal') {
      outcome.again.push(push)
      outcome.isAway = true
    } else if (code === 'too_large' && hasBodies(push)) outcome.again.push(withoutBodies(push, TOO_LARGE))
    else {
      outcome.refused++
      outcome.reason ??= String(message)
    }
  })
  return outcome
}

/** Of a batch that was too large as a whole: undefined where nothing can make it smaller. */
export function smaller (pushes: PushDraft[]): PushDraft[] | undefined {
  return pushes.some(hasBodies) ? pushes.map(push => withoutBodies(push, TOO_LARGE)) : undefined
}

/** What a refusal says in words; else its status. */
export function reasonOf (status: number, answer: string): string {
  const said = parsed(answer)
  const sentence = isRecord(said) ? said.message ?? said.error : undefined
  return typeof sentence === 'string' ? `${status}: ${sentence}` : `${status}`
}

function droppedNote (count: number): string {
  return `${count} not recorded before this: the queue was full`
}

function hasBodies (push: PushDraft): boolean {
  return Boolean(push.request ?? push.response ?? push.storage)
}

function itemsOf (answer: string): unknown[] {
  const said = parsed(answer)
  return isRecord(said) && Array.isArray(said.data) ? said.data : []
}

function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
