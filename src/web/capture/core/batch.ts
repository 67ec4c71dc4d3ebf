// Writes the body of a batch, and reads the result from the service's answer. The service accepts or rejects each push separately.
import { isRequest, serialized, withNote, withoutBodies, type Draft } from './push.js'

/** The result of a batch that arrived. */
export interface BatchOutcome {
  sent: number
  /** Pushes to send again; those that were too large, without their bodies. */
  again: Draft[]
  /** The service could not store at least one of them at the moment, so the sender must back off. */
  isAway: boolean
  refused: number
  /** The service's message for the first push that it refused. */
  reason?: string
}

const TOO_LARGE = 'body left out: too large for the service'

/** The text of a batch. `dropped`: how many pushes were dropped before these; the note of the first push of a request reports it. */
export function batchOf (pushes: Draft[], nowMs: number, dropped: number): string {
  const first = pushes.find(isRequest)
  const texts = pushes.map(push => serialized(dropped > 0 && push === first ? withNote(first, droppedNote(dropped)) : push, nowMs))
  return `[${texts.join(',')}]`
}

export function outcomeOf (pushes: Draft[], answer: string): BatchOutcome {
  const items = itemsOf(answer)
  const outcome: BatchOutcome = { sent: 0, again: [], isAway: false, refused: 0 }
  pushes.forEach((push, n) => {
    const item = items[n]
    const { code, message } = isRecord(item) ? item : {}
    if (code === undefined) {
      outcome.sent++
      if (!isRequest(push)) push.stored()
    } else if (code === 'unavailable' || code === 'internal') {
      outcome.again.push(push)
      outcome.isAway = true
    } else if (!isRequest(push)) outcome.again.push(...push.refused(code))
    else if (code === 'too_large' && hasBodies(push)) outcome.again.push(withoutBodies(push, TOO_LARGE))
    else {
      outcome.refused++
      outcome.reason ??= String(message)
    }
  })
  return outcome
}

/** The pushes of a batch that was too large, without their bodies, and without messages; undefined if it had neither. */
export function smaller (pushes: Draft[]): Draft[] | undefined {
  return pushes.some(hasBodies) ? pushes.filter(isRequest).map(push => withoutBodies(push, TOO_LARGE)) : undefined
}

/** The status of a refusal, with the service's message if there is one. */
export function reasonOf (status: number, answer: string): string {
  const said = parsed(answer)
  const sentence = isRecord(said) ? said.message ?? said.error : undefined
  return typeof sentence === 'string' ? `${status}: ${sentence}` : `${status}`
}

function droppedNote (count: number): string {
  return `earlier pushes dropped: ${count} (the queue was full)`
}

function hasBodies (push: Draft): boolean {
  return Boolean(!isRequest(push) || (push.request ?? push.response ?? push.originalResponse ?? push.storage))
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
