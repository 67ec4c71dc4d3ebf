// A process that a signal ends cannot send its last requests, and test runners end their processes so. So a process hands on its pushes as
// they happen to the recorded process that started it, which sends them.
import type { ChildProcess } from 'node:child_process'
import { isMainThread } from 'node:worker_threads'
import { quiet, type Host } from '../core/host.js'
import type { PushQueue } from '../core/queue.js'
import { ended, received, type HandedPush, type Sink } from './hand-over.js'
import { endPassingOn, openPlace, parentPlace, passOn, type Kin } from './kin-place.js'
import { later, never, wallClockMs } from './natives.js'
import { Spool } from './spool.js'
import { SpoolReader } from './spool-reader.js'
import { subscribed } from './subscribed.js'

const PAUSE_MS = 100
/** If there is more to read than the app should wait for. */
const SHORT_PAUSE_MS = 10
const PART_BYTES = 64 * 1024
/** How many pushes are read at once. */
const MOST_AT_ONCE = 100
/** Back-pressure: with more pushes in memory, further pushes wait on the disk. */
const MOST_WAITING = 1000
/** With more on the disk, this process is too slow for its children: from then on, they send their pushes themselves. */
const MOST_BYTES = 64 * 1024 * 1024

/** In the parent process: the pushes of the processes that it starts. */
export class Children {
  private readonly started = new Set<ChildProcess>()
  private reader: SpoolReader | undefined
  private timer: NodeJS.Timeout | undefined
  private taken = () => {}
  private room = 0
  /** The children have been told to send their pushes themselves. */
  private isOver = false

  /** `queue`: for the pushes that they hand on. */
  constructor (private readonly kin: Kin, private readonly queue: PushQueue, private readonly host: Host) {}

  /** From now on, takes the pushes of processes that record to the same service and session. Calls `taken` when there are some. */
  hear (taken: () => void): void {
    if (!isMainThread) return
    this.taken = taken
    this.unsubscribe = subscribed({ child_process: ({ process }: { process: ChildProcess }) => this.expect(process) })
  }

  /** Takes all that was handed on. Children that still run send their pushes themselves from now on. */
  leave (): void {
    never(this.timer)
    const { reader } = this
    this.reader = undefined
    if (!reader) return
    quiet(() => reader.hide())
    this.room = Infinity
    // The second time, it asks whether the processes run whose files it has found the first time.
    quiet(() => reader.read() || reader.read())
    quiet(() => reader.close())
    this.forget(this.started)
  }

  end (): void {
    this.unsubscribe()
    this.leave()
  }

  private unsubscribe = (): void => {}

  private expect (child: ChildProcess): void {
    if (this.isOver) return
    if (!this.reader) {
      this.reader = quiet(() => this.opened())
      this.isOver = !this.reader
      this.wait(PAUSE_MS)
    }
    if (this.reader) this.started.add(child)
  }

  private opened (): SpoolReader {
    return new SpoolReader(openPlace(this.kin), {
      take: push => this.take(push),
      abandoned: (pushes, pid) => {
        endPassingOn(pid, this.kin)
        // If it sent some pushes itself, it may have told the ends of these requests.
        if (!this.isOver) for (const push of pushes) this.take(ended(push, wallClockMs()))
      },
      isFull: () => this.room <= 0 || (this.room < Infinity && this.queue.size > MOST_WAITING)
    }, PART_BYTES)
  }

  private take (push: HandedPush): void {
    this.room--
    this.queue.add(received(push, this.host.now(), wallClockMs()))
  }

  private wait (ms: number): void {
    this.timer = later(() => { if (quiet(() => { this.look(); return true }) === undefined) this.leave() }, ms).unref()
  }

  private look (): void {
    const { reader, started } = this
    if (!reader) return
    // Checked first: what these have written is read below.
    const over = [...started].filter(({ pid, exitCode, signalCode }) => pid === undefined || exitCode !== null || signalCode !== null)
    this.room = MOST_AT_ONCE
    const isMore = reader.read()
    if (this.room < MOST_AT_ONCE) this.taken()
    if (isMore && !this.isOver && reader.unreadBytes > MOST_BYTES) {
      this.isOver = true
      reader.hide()
    }
    this.forget(over)
    const isDone = !isMore && (this.isOver || (started.size === 0 && !reader.isReading))
    if (isDone) this.leave()
    else this.wait(isMore ? SHORT_PAUSE_MS : PAUSE_MS)
  }

  private forget (children: Iterable<ChildProcess>): void {
    for (const child of children) {
      this.started.delete(child)
      if (child.pid !== undefined) endPassingOn(child.pid, this.kin)
    }
  }
}

/** In a process that a recorded process has started: where it hands its pushes on; undefined if that records elsewhere. */
export function toParent (kin: Kin): (Sink & { end: () => void }) | undefined {
  const place = parentPlace(kin)
  if (!place) return undefined
  const spool = new Spool(place, true)
  const unsubscribe = subscribed({ child_process: () => passOn(place.folder, kin) })
  return {
    write: lines => spool.write(lines),
    mayWait: true,
    end: () => {
      unsubscribe()
      endPassingOn(process.pid, kin)
    }
  }
}
