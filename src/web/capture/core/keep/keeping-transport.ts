// Stands between the delivery and the service. Batches are kept on the device while the service does not answer, and while nothing may be
// sent. They are later sent from there in order. Until the last one is sent, new batches are kept, too.
import type { BatchAnswer, Carried, How, Transport } from '../host.js'
import { faultOf, sentenceOf, type Fault } from '../retrying.js'
import { wallMs } from './clock.js'
import type { Drain } from './drain.js'
import { BUSY_MS, type KeptBatch, type KeptBatches } from './kept-batch.js'
import type { KeepContext } from './keep-context.js'
import { Remembered } from './remembered.js'
import { isJudged } from './sending.js'

/** A batch that has no answer after this time is kept meanwhile. */
const SLOW_MS = 1000
/** How long a batch collects pushes if it only goes to the device. */
const GATHER_MS = 800
const TIDY_MS = 60_000
/** Old batches are also removed after this share of the limit was added. */
const TIDY_PART = 1 / 8
/** If everything has probably arrived when a page was left, the next page sends it again within this time only. */
const PROBABLY_SENT_MS = 60_000
/** When a page is left, what is longer may be cut. */
const WHOLE_BYTES = 40 * 1024

export class KeepingTransport implements Transport {
  /** The page is left. Pages may come back. */
  isLeft = false
  private readonly direct: Transport
  private readonly remembered: Remembered
  private readonly adding = new Set<Promise<unknown>>()
  private hasAnswered = false
  private tidiedMs = -Infinity
  private untidyBytes = 0

  constructor (private readonly batches: KeptBatches, private readonly drain: Drain, private readonly context: KeepContext) {
    this.direct = context.transportTo(context.service)
    this.remembered = new Remembered(context.keepMs)
  }

  /** Resolves when all that was to be kept is kept. */
  async settled (): Promise<void> {
    await Promise.all([...this.adding].map(worked))
  }

  async send (body: string, how: How): Promise<BatchAnswer> {
    const { drain: { isOpen, hasBacklog }, context: { host } } = this
    if (isOpen && !hasBacklog) return await this.sendDirect(body, how)
    const text = isOpen ? '' : this.remembered.answer(how.pushes)
    try {
      await this.add(this.context.batch(body, how.pushes))
    } catch (error) {
      if (!isOpen) throw error
      return await this.direct.send(body, how)
    }
    if (!how.keepalive) await new Promise<void>(resolve => host.setTimer(resolve, GATHER_MS))
    // The service was not reached: this is an answer as it would give one.
    return { status: 200, text, isKept: true }
  }

  keepAll (body: string, pushes: readonly Carried[]): boolean {
    const { isOpen, hasBacklog } = this.drain
    const callerSends = isOpen && !hasBacklog
    const batch = this.context.batch(body, pushes)
    batch.isProbablySent = callerSends && this.hasAnswered && this.context.isOnline() && batch.bytes < WHOLE_BYTES
    if (batch.isProbablySent) batch.endMs = Math.min(batch.endMs, wallMs() + PROBABLY_SENT_MS)
    this.isLeft = true
    if (pushes.length > 0) {
      this.add(batch).catch(() => {
        if (isOpen && hasBacklog) this.direct.send(body, { keepalive: true, pushes }).catch(() => {})
      })
    }
    this.batches.leave()
    return !callerSends
  }

  /** Sends a batch to the service. It is kept on the device while the answer is late, and if no answer has judged it. */
  private async sendDirect (body: string, how: How): Promise<BatchAnswer> {
    const { batches, drain } = this
    const batch = { ...this.context.batch(body, how.pushes), busyUntilMs: wallMs() + BUSY_MS }
    // keepAll() has kept the pushes that are sent because the page is left: they stay kept, whatever the answer is.
    const isKeptAlready = how.keepalive && this.isLeft
    let adding: Promise<boolean> | undefined
    const addMeanwhile = () => { if (!isKeptAlready) adding = worked(this.add(batch)) }
    // At once if the page is hidden, because it may then be killed at any time.
    const cancel = this.context.host.setTimer(addMeanwhile, how.keepalive ? 0 : SLOW_MS)
    const { answer, error } = await this.direct.send(body, how).then(
      answer => ({ answer, error: undefined }), (error: unknown) => ({ answer: undefined, error })
    )
    cancel()
    const isAdded = await adding
    if (answer && isJudged(answer)) {
      this.hasAnswered = true
      if (isAdded && await worked(batches.remove([batch.key]))) drain.figures.queued -= batch.pushes
      return answer
    }
    const keep = () => worked(isAdded ? batches.free(batch) : this.add({ ...batch, busyUntilMs: 0 }))
    if (isKeptAlready || await keep()) {
      const fault: Fault = answer ? faultOf(answer) : ['retrying', sentenceOf(error)]
      drain.failed(...fault)
      return { status: 200, text: '', isKept: true }
    }
    if (answer) return answer
    throw error
  }

  private async add (batch: KeptBatch): Promise<void> {
    const { drain: { figures }, batches } = this
    this.drain.added++
    figures.queued += batch.pushes
    const adding = this.addAtAll(batch)
    this.adding.add(adding)
    try {
      await adding
    } catch (error) {
      figures.queued -= batch.pushes
      throw error
    } finally {
      this.adding.delete(adding)
    }
    const { host, mostBytes } = this.context
    this.untidyBytes += batch.bytes
    if (this.isLeft || (host.now() < this.tidiedMs + TIDY_MS && this.untidyBytes < mostBytes * TIDY_PART)) return
    this.tidiedMs = host.now()
    this.untidyBytes = 0
    await batches.tidy(mostBytes).then(lost => this.lost(lost), () => {})
  }

  private async addAtAll (batch: KeptBatch): Promise<void> {
    try {
      await this.batches.add(batch)
    } catch (error) {
      // There may be room once the oldest are removed.
      if (!this.isLeft && await worked(this.batches.tidy(this.context.mostBytes / 2).then(lost => this.lost(lost)))) {
        await this.batches.add(batch)
      } else throw error
    }
  }

  private lost (pushes: number): void {
    this.drain.figures.dropped += pushes
    this.drain.figures.queued -= pushes
  }
}

async function worked (work: Promise<unknown>): Promise<boolean> {
  return await work.then(() => true, () => false)
}
