// Reads the pushes of kept batches, as drafts that can be sent again with their original times.
import { NO_RESPONSE } from '../exchange.js'
import type { Host } from '../host.js'
import { detached, isRequest, joined, type Draft, type PushDraft } from '../push.js'
import { PushQueue } from '../queue.js'
import { wallMs } from './clock.js'
import type { KeptBatch } from './kept-batch.js'

type KeptPush = Omit<PushDraft, 'startMs'> & { age: number, messages?: unknown[] }

/** A connection may stay pending for as long as its page is open. */
const CONNECTION = /^(?:websocket|eventsource)$/
const NO_END = 'end not recorded'

/** The queue merges several pushes of one request into one. */
export function draftsOf (batches: readonly KeptBatch[], { now }: Pick<Host, 'now'>): Draft[] {
  const queue = new PushQueue({ bodyBytes: Infinity, queueBytes: Infinity, queuePushes: Infinity })
  for (const { key: [atMs, n], body } of batches) {
    // When the batch was written, by the host's clock. The difference is negative only if the clock of the device was set back.
    const writtenMs = now() - Math.max(0, wallMs() - atMs)
    for (const [place, { age, messages, ...push }] of (JSON.parse(body) as KeptPush[]).entries()) {
      const { requestId } = push
      queue.add(messages
        ? detached({ requestId, key: `${requestId} ${atMs} ${n} ${place}`, messages: JSON.stringify(messages).slice(1, -1) })
        : { ...push, startMs: writtenMs - age })
    }
  }
  return queue.take(() => true)
}

/** The kept requests that were sent as pending, and whose end was not among what was kept. */
export class Endless {
  private readonly pending = new Map<string, PushDraft>()

  add (drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (!isRequest(draft)) continue
      if (draft.timeConsuming > 0) this.pending.delete(draft.requestId)
      else this.pending.set(draft.requestId, draft)
    }
  }

  /** The pushes that complete the pending requests, because their page no longer can. */
  take (nowMs: number): PushDraft[] {
    const ended = [...this.pending.values()].map(({ api, method, requestId, startMs, via = '', note, responseHeader }) => ({
      api,
      method,
      requestId,
      startMs,
      timeConsuming: Math.max(0.1, Math.round(nowMs - startMs)),
      responseHeader: responseHeader ?? (CONNECTION.test(via) ? '' : NO_RESPONSE),
      note: joined(note, NO_END)
    }))
    this.pending.clear()
    return ended
  }
}
