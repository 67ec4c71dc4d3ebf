// What a process records under `earshot record` is written to a file as it happens; that command reads the file and pushes it. Pushes in
// a file no longer depend on their process: none is lost when a pool ends a worker, or a signal ends a process.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { Delivery, type Deliver } from '../core/delivery.js'
import { quiet, type Host, type Transport } from '../core/host.js'
import { limitsOf, type CaptureOptions } from '../core/options.js'
import type { PushDraft } from '../core/push.js'
import { PushQueue } from '../core/queue.js'
import type { Report } from '../core/sender.js'
import { soon, wallClockMs } from './natives.js'

/** A program gets it in its environment. */
export interface SpoolPlace {
  /** Where the files go, with one push on each line. The reader removes a file from the folder as soon as it finds it. */
  folder: string
  /** The process that reads them. */
  reader: number
}

/** One line of a file. Unlike in a PushDraft, `startMs` is in milliseconds since the epoch. */
export type SpooledPush = PushDraft

/** Beyond this size, a new file is started, so that the disk space of the old one becomes free when it has been read. */
const MOST_BYTES = 32 * 1024 * 1024

class Spool {
  private readonly name = `${process.pid}-${threadId}-${randomBytes(6).toString('hex')}`
  private files = 0
  private file: number | undefined
  private bytes = 0
  private isOver = false

  constructor (private readonly place: SpoolPlace, private readonly host: Host) {}

  /** False if the reader is gone. */
  write (pushes: PushDraft[]): boolean {
    if (this.isOver) return false
    try {
      // Throws if there is no such process.
      process.kill(this.place.reader, 0)
      const epochMs = wallClockMs() - this.host.now()
      const lines = Buffer.from(pushes.map(push => `${JSON.stringify({ ...push, startMs: epochMs + push.startMs })}\n`).join(''))
      this.file ??= openSync(join(this.place.folder, `${this.name}-${this.files++}`), 'ax', 0o600)
      for (let at = 0; at < lines.length;) at += writeSync(this.file, lines, at)
      this.bytes += lines.length
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

/** Collects pushes for one write. If the reader is gone, they are queued, and this process sends them itself. */
class SpooledQueue extends PushQueue {
  private unwritten: PushDraft[] = []

  constructor (options: CaptureOptions, private readonly spool: Spool) {
    super(limitsOf(options))
  }

  override add (push: PushDraft): void {
    this.unwritten.push(push)
  }

  write (): void {
    const { unwritten } = this
    this.unwritten = []
    if (unwritten.length > 0 && !this.spool.write(unwritten)) for (const push of unwritten) super.add(push)
  }
}

class SpooledDelivery extends Delivery {
  private isDue = false

  constructor (
    options: CaptureOptions, transport: Transport, host: Host, report: Report, gather: () => void, queue: SpooledQueue
  ) {
    super(options, transport, host, report, () => {
      gather()
      queue.write()
    }, queue)
  }

  /** Writes what the app has done in this turn before its code runs on: the process may end at any time. */
  override schedule (): void {
    if (this.isDue) return
    this.isDue = true
    soon(() => {
      this.isDue = false
      quiet(() => super.schedule())
    })
  }
}

export function spooledTo (place: SpoolPlace, options: CaptureOptions, transport: Transport, host: Host): Deliver {
  const spool = new Spool(place, host)
  return (report, gather) => new SpooledDelivery(options, transport, host, report, gather, new SpooledQueue(options, spool))
}
