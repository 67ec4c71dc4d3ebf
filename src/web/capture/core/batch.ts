// The body of one batch, and the result in its answer. The service accepts or rejects each push separately.
import { serialized, withNote, withoutBodies, type PushDraft } from './push.js'

/** The result of a batch that arrived. */
export interface Outcome {
  sent: number
  /** Pushes to send again; those that were too large, without their bodies. */
  again: PushDraft[]
  /** The service could not store at least one of them at the moment, so the sender must back off. */
  isAway: boolean
  refused: number
  /** The service's message for the first push that it refused. */
  reason?: string
}

const TOO_LARGE = 'body left out: too large for the service'

/** The text of a batch. `dropped`: how many pushes were dropped before these; the note of the first push reports it. */
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

/** The pushes of a batch that was too large, without their bodies; undefined if none has a body. */
export function smaller (pushes: PushDraft[]): PushDraft[] | undefined {
  return pushes.some(hasBodies) ? pushes.map(push => withoutBodies(push, TOO_LARGE)) : undefined
}

/** The status of a refusal, with the service's message if there is one. */
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

function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
