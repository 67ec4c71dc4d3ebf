// Sends one request with what is kept on the device, the oldest first. Only one page of an origin does this at a time, so two pages
// never send the same batch at once. A batch is removed only after the service has answered. If the answer is lost, the batch is sent
// again, and the service recognizes its requests by their ids.
import { batchOf, outcomeOf, reasonOf, smaller } from '../batch.js'
import type { BatchAnswer, Transport } from '../host.js'
import { isRequest, type Draft } from '../push.js'
import { faultOf, sentenceOf, type Fault } from '../retrying.js'
import type { CaptureStatus } from '../state.js'
import type { KeptBatches, IsWanted } from './kept-batch.js'
import { Endless, draftsOf } from './kept-drafts.js'
import type { KeepContext } from './keep-context.js'

export interface SendResult {
  /** `none`: nothing that is wanted is kept. `busy`: another page sends. `failed`: nothing was lost. */
  state: 'sent' | 'none' | 'busy' | 'failed'
  /** How many pushes of the device need no longer be kept. */
  gone: number
  stored: number
  refused: number
  /** Why it failed, or why the service refused something. */
  reason?: string | undefined
  /** If it failed. */
  status?: CaptureStatus
  retryAfterMs?: number | undefined
}

const NOTHING: SendResult = { state: 'none', gone: 0, stored: 0, refused: 0 }
/** A part of the service cannot store at the moment. */
const UNAVAILABLE = /"code":"(?:unavailable|internal)"/

/** Whether the service has judged the batch, so that it need not be kept. */
export function isJudged ({ status, text }: BatchAnswer): boolean {
  return status === 413 || (status === 200 && !UNAVAILABLE.test(text))
}

export class Sending {
  private readonly endless = new Endless()
  private last: Promise<unknown> = Promise.resolve()

  constructor (private readonly batches: KeptBatches, private readonly context: KeepContext) {}

  /** One after the other, also in one page. */
  async send (wanted: IsWanted, transport: Transport): Promise<SendResult> {
    const sending = this.last.then(async () => await this.sendNext(wanted, transport))
    this.last = sending.catch(() => {})
    return await sending
  }

  private async sendNext (wanted: IsWanted, transport: Transport): Promise<SendResult> {
    const { batches: found, isBusy, dropped } = await this.batches.take(wanted)
    if (isBusy) return { ...NOTHING, state: 'busy' }
    if (found.length === 0) return await this.sendEnds(transport)
    const drafts = draftsOf(found, this.context.host)
    const told = drafts.some(isRequest) ? dropped : 0
    const fault = (...[status, reason, retryAfterMs]: Fault): SendResult => ({ ...NOTHING, state: 'failed', status, reason, retryAfterMs })
    let answer: BatchAnswer
    try {
      answer = await this.ask(transport, drafts, told)
    } catch (error) {
      await this.batches.release()
      return fault('retrying', sentenceOf(error))
    }
    if (!isJudged(answer)) {
      await this.batches.release()
      return fault(...faultOf(answer))
    }
    const { sent, again, refused, reason } = answer.status === 200 ? outcomeOf(drafts, answer.text) : tooLarge(drafts, answer.text)
    const rest = again.length > 0 ? this.context.batch(batchOf(again, this.context.host.now(), 0), again) : undefined
    await this.batches.settle(found.map(({ key }) => key), told, rest)
    if (found[0]?.session === '') this.endless.add(drafts)
    return { state: 'sent', gone: found.reduce((sum, { pushes }) => sum + pushes, -again.length), stored: sent, refused, reason }
  }

  // Only for recorders without a session: for others, the service may already have the end.
  private async sendEnds (transport: Transport): Promise<SendResult> {
    const ends = this.endless.take(this.context.host.now())
    if (ends.length > 0) await this.ask(transport, ends, 0).catch(() => {})
    return NOTHING
  }

  private async ask (transport: Transport, drafts: Draft[], told: number): Promise<BatchAnswer> {
    return await transport.send(batchOf(drafts, this.context.host.now(), told), { keepalive: false, pushes: drafts })
  }
}

function tooLarge (drafts: Draft[], answer: string) {
  const again = smaller(drafts)
  return { sent: 0, again: again ?? [], refused: again ? 0 : drafts.length, reason: reasonOf(413, answer) }
}
