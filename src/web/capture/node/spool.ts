// What a process records under `earshot record`: written to a file as it happens, which that command reads and pushes. What a file has been
// given needs its process no longer: nothing of it is lost when a pool ends a worker, or a signal a process.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { Delivery, type Deliver } from '../core/delivery.js'
import type { Host, Transport } from '../core/host.js'
import { limitsOf, type CaptureOptions } from '../core/options.js'
import type { PushDraft } from '../core/push.js'
import { PushQueue } from '../core/queue.js'
import type { Report } from '../core/sender.js'

/** As the environment of a program tells it. */
export interface SpoolPlace {
  /** Where the files go, one a line of pushes. Whoever reads one takes it out of the folder at once. */
  folder: string
  /** The process that reads them. */
  reader: number
}

/** One line of a file; `startMs` is in milliseconds since the epoch there. */
export type SpooledPush = PushDraft

/** Then another is begun, so that the room of what was read becomes free. */
const MOST_BYTES = 32 * 1024 * 1024

class Spool {
  private readonly name = `${process.pid}-${threadId}-${randomBytes(6).toString('hex')}`
  private files = 0
  private file: number | undefined
  private bytes = 0
  private isOver = false

  constructor (private readonly place: SpoolPlace, private readonly host: Host) {}

  /** False where nobody reads it any more. */
  write (push: PushDraft): boolean {
    if (this.isOver) return false
    try {
      // Throws where there is no such process.
      process.kill(this.place.reader, 0)
      const startMs = Date.now() - (this.host.now() - push.startMs)
      const line = Buffer.from(`${JSON.stringify({ ...push, startMs })}\n`)
      this.file ??= openSync(join(this.place.folder, `${this.name}-${this.files++}`), 'ax', 0o600)
      for (let at = 0; at < line.length;) at += writeSync(this.file, line, at)
      this.bytes += line.length
      if (this.bytes > MOST_BYTES) this.close()
      return true
    } catch {
      this.isOver = true
      this.close()
      return false
    }
  }

  private close (): void {
    const { file } = this
    this.file = undefined
    this.bytes = 0
    if (file !== undefined) closeSync(file)
  }
}

/** What cannot be written, because its reader is gone, goes the usual way. */
class SpooledQueue extends PushQueue {
  constructor (options: CaptureOptions, private readonly spool: Spool) {
    super(limitsOf(options))
  }

  override add (push: PushDraft): void {
    if (!this.spool.write(push)) super.add(push)
  }
}

class SpooledDelivery extends Delivery {
  constructor (
    spool: Spool, options: CaptureOptions, transport: Transport, host: Host, report: Report, private readonly gather: () => void
  ) {
    super(options, transport, host, report, gather, new SpooledQueue(options, spool))
  }

  /** Nothing is put off: there may be no later. */
  override schedule (): void {
    this.gather()
    super.schedule()
  }
}

export function spooledTo (place: SpoolPlace, options: CaptureOptions, transport: Transport, host: Host): Deliver {
  const spool = new Spool(place, host)
  return (...to) => new SpooledDelivery(spool, options, transport, host, ...to)
}
