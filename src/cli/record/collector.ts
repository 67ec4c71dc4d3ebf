// Collects the pushes of the programs that `earshot record` runs, sends them to the service, and computes the figures that are printed at
// the end.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrorVerdict, outcomeOf } from '../../exchange/outcome.js'
import { Delivery } from '../../web/capture/core/delivery.js'
import { limitsOf, type CaptureOptions } from '../../web/capture/core/options.js'
import { isRequest, merged, type PushDraft } from '../../web/capture/core/push.js'
import { PushQueue } from '../../web/capture/core/queue.js'
import { ended, received, type HandedPush } from '../../web/capture/node/hand-over.js'
import { HOST } from '../../web/capture/node/recording.js'
import { SpoolReader } from '../../web/capture/node/spool-reader.js'
import { NodeTransport } from '../../web/capture/node/transport.js'

/** The final figures. `lost`: how many pushes did not arrive at the service; `reason`: why. */
export interface RecordFigures { requests: number, errors: number, lost: number, reason: string | undefined }

const PAUSE_MS = 100
/** How long to wait at the end while nothing more arrives at the service. */
const MAX_STALL_MS = 5000
/** Back-pressure: with more pushes in memory, reading stops, and further pushes wait on the disk. */
const MAX_WAITING = 1000
/** The end of a request may be reported a second time soon afterwards, but not later: older ids are forgotten. */
const MAX_ENDED = 10_000

export class Collector {
  readonly folder: string
  private readonly reader: SpoolReader
  private readonly queue: PushQueue
  private readonly transport: NodeTransport
  private readonly delivery: Delivery
  private readonly open = new Map<string, PushDraft>()
  private readonly ended = new Set<string>()
  private readonly figures: RecordFigures = { requests: 0, errors: 0, lost: 0, reason: undefined }
  private readonly ending = new AbortController()
  private isRefused = false
  private hasProcess = false
  private readonly reading: Promise<void>

  private constructor (folder: string, options: CaptureOptions) {
    this.folder = folder
    this.queue = new PushQueue(limitsOf(options))
    this.transport = new NodeTransport(options)
    // The pushes are masked already.
    this.delivery = new Delivery({ ...options, mask: false }, this.transport, HOST, (status, reason) => {
      this.isRefused = status === 'refused'
      this.figures.reason = reason ?? this.figures.reason
    }, () => {}, this.queue)
    this.reader = new SpoolReader(folder, {
      take: push => this.take(push),
      abandoned: push => this.take(ended(push, Date.now())),
      over: () => { this.hasProcess = true },
      isFull: () => this.delivery.queued > MAX_WAITING
    })
    this.reading = this.readOn()
  }

  static async open (options: CaptureOptions): Promise<Collector> {
    return new Collector(await mkdtemp(join(tmpdir(), 'earshot-record-')), options)
  }

  /** Whether a process was recorded, even if it made no request. Known after `close`. */
  get hasRecorded (): boolean {
    return this.hasProcess
  }

  /** Call it after the programs have ended. Resolves when all pushes have arrived, or when nothing more arrives. */
  async close (): Promise<RecordFigures> {
    this.ending.abort()
    await this.reading
    let [sent, since] = [-1, Date.now()]
    while (this.read() || this.delivery.queued > 0) {
      if (this.delivery.sent > sent) {
        [sent, since] = [this.delivery.sent, Date.now()]
        this.delivery.flush(false)
      }
      if (this.isRefused || Date.now() - since > MAX_STALL_MS) break
      await sleep(PAUSE_MS / 5)
    }
    this.hasProcess ||= this.reader.isReading
    this.reader.close()
    this.transport.close()
    const { queued, dropped } = this.delivery
    return { ...this.figures, lost: queued + dropped }
  }

  private async readOn (): Promise<void> {
    while (!this.ending.signal.aborted) {
      this.read()
      await sleep(PAUSE_MS, undefined, { signal: this.ending.signal }).catch(() => {})
    }
  }

  /** Returns whether there may be more. An error here does not stop the program. */
  private read (): boolean {
    try {
      return this.reader.read()
    } catch (error) {
      this.figures.reason = (error as Error).message
      return false
    }
  }

  private take (spooled: HandedPush): void {
    const push = received(spooled, HOST.now(), Date.now())
    if (isRequest(push)) this.count(push)
    this.queue.add(push)
    this.delivery.schedule()
  }

  private count (push: PushDraft): void {
    const { requestId, timeConsuming } = push
    const earlier = this.open.get(requestId)
    if (this.ended.has(requestId)) return
    if (!earlier) this.figures.requests++
    if (timeConsuming === 0) {
      this.open.set(requestId, push)
    } else {
      this.open.delete(requestId)
      this.ended.add(requestId)
      const [oldest] = this.ended
      if (this.ended.size > MAX_ENDED && oldest !== undefined) this.ended.delete(oldest)
      if (isError(earlier ? merged(earlier, push) : push)) this.figures.errors++
    }
  }
}

function isError (push: PushDraft): boolean {
  const now = Date.now()
  const texts = { requestHeader: '', responseHeader: '', request: '', response: '', pageParams: '', storage: '' }
  return isErrorVerdict(outcomeOf({ ...texts, ...push, id: '', timestamp: now, startTime: now }, now).verdict)
}
