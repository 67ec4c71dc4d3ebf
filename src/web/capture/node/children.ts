// A process that is ended by a signal cannot send its last requests, and test runners end their processes this way. Therefore, a process
// hands each push, as soon as it is made, to the recorded process that started it, which sends the push.
import type { ChildProcess } from 'node:child_process'
import { isMainThread } from 'node:worker_threads'
import { quiet, type Host } from '../core/host.js'
import type { PushQueue } from '../core/queue.js'
import { ended, LEFT, received, type HandedPush, type Sink } from './hand-over.js'
import { endPassingOn, openFolder, parentFolder, passOn, type RecordingKey } from './parent-folder.js'
import { later, never, wallClockMs } from './natives.js'
import { Spool } from './spool.js'
import { SpoolReader } from './spool-reader.js'
import { subscribed } from './subscribed.js'

const PAUSE_MS = 100
/** If there is more to read than the app should wait for. */
const SHORT_PAUSE_MS = 10
const PART_BYTES = 64 * 1024
/** How much is read at once. */
const MAX_BYTES_AT_ONCE = 512 * 1024
/** Back-pressure: with more pushes in memory, further pushes wait on the disk. */
const MAX_WAITING = 1000
const MAX_WAITING_BYTES = 4 * 1024 * 1024
/** With more on the disk, this process is too slow for its children: from then on, they send their pushes themselves. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * A child that has more to say than this at once, and then in each millisecond, sends its pushes itself from then on: large bodies would be
 * written and read a second time.
 */
const BURST_CHARS = 16 * 1024 * 1024
const CHARS_IN_MS = 2048

/** In the parent process: the pushes of the processes that it starts. */
export class Children {
  private readonly started = new Set<ChildProcess>()
  private reader: SpoolReader | undefined
  private timer: NodeJS.Timeout | undefined
  private taken = () => {}
  /** The children send their pushes themselves. */
  private isOver = false

  /** `queue`: for the pushes that they hand on. */
  constructor (private readonly key: RecordingKey, private readonly queue: PushQueue, private readonly host: Host) {}

  /** From now on, takes the pushes of processes that record to the same service and session. Calls `taken` when there are some. */
  hear (taken: () => void): void {
    if (!isMainThread) return
    this.taken = taken
    this.unsubscribe = subscribed({ child_process: ({ process }: { process: ChildProcess }) => this.expect(process) })
  }

  /**
   * Takes all that was handed on. Children that still run send their pushes themselves from now on. `flush`: sends what is queued, when
   * there is no room for more.
   */
  leave (flush: () => void): void {
    never(this.timer)
    const { reader } = this
    this.reader = undefined
    if (!reader) return
    quiet(() => reader.hide())
    flush()
    // `read` checks which processes have ended before it looks for new files, so files found the first time are judged the second time.
    for (let left = 2; left > 0 && !this.isFull(); flush()) if (!quiet(() => reader.read())) left--
    quiet(() => reader.close())
    this.isOver = false
    this.forget(this.started)
  }

  end (flush: () => void): void {
    this.unsubscribe()
    this.leave(flush)
  }

  private unsubscribe = (): void => {}

  private expect (child: ChildProcess): void {
    if (this.isOver) return
    if (!this.reader) {
      this.reader = quiet(() => this.opened())
      if (this.reader) this.wait(PAUSE_MS)
      else this.isOver = true
    }
    if (this.reader) this.started.add(child)
  }

  private opened (): SpoolReader {
    return new SpoolReader(openFolder(this.key), {
      take: push => this.take(push),
      // If it sent some pushes itself, it may have told the ends of these requests.
      abandoned: push => { if (!this.isOver) this.take(ended(push, wallClockMs())) },
      over: pid => endPassingOn(pid, this.key),
      isFull: () => this.isFull()
    }, PART_BYTES)
  }

  private isFull (): boolean {
    return this.queue.holds(MAX_WAITING, MAX_WAITING_BYTES)
  }

  private take (push: HandedPush): void {
    this.queue.add(received(push, this.host.now(), wallClockMs()))
  }

  private wait (ms: number): void {
    this.timer = later(() => { if (quiet(() => { this.look(); return true }) === undefined) this.leave(this.taken) }, ms).unref()
  }

  private look (): void {
    const { reader, started } = this
    if (!reader) return
    // Checked first: what these have written is read below.
    const over = [...started].filter(({ pid, exitCode, signalCode }) => pid === undefined || exitCode !== null || signalCode !== null)
    const isMore = reader.read(MAX_BYTES_AT_ONCE)
    if (this.queue.size > 0) this.taken()
    if (isMore && !this.isOver && reader.unreadBytes > MAX_BYTES) {
      this.isOver = true
      reader.hide()
    }
    this.forget(over)
    const isDone = !isMore && (this.isOver || (started.size === 0 && !reader.isReading))
    if (isDone) this.leave(this.taken)
    else this.wait(isMore ? SHORT_PAUSE_MS : PAUSE_MS)
  }

  private forget (children: Iterable<ChildProcess>): void {
    for (const child of children) {
      this.started.delete(child)
      if (child.pid !== undefined) endPassingOn(child.pid, this.key)
    }
  }
}

/** In a process that a recorded process has started: where it hands its pushes on; undefined if that records elsewhere. */
export function toParent (key: RecordingKey): (Sink & { end: () => void }) | undefined {
  const place = parentFolder(key)
  if (!place) return undefined
  const spool = new Spool(place, true)
  const unsubscribe = subscribed({ child_process: () => passOn(place.folder, key) })
  const { ppid } = process
  let [isOver, room, atMs] = [false, BURST_CHARS, wallClockMs()]
  return {
    mayWait: true,
    get isOver () { return isOver },
    write: lines => {
      const nowMs = wallClockMs()
      room = Math.min(BURST_CHARS, room + (nowMs - atMs) * CHARS_IN_MS) - lines.length
      atMs = nowMs
      isOver = room < 0 || !spool.write(lines) || process.ppid !== ppid
      // A parent that was killed has its id until its own parent asks for its exit code, but its children get another parent at once.
      if (isOver) spool.write(LEFT)
      return !isOver
    },
    end: () => {
      unsubscribe()
      endPassingOn(process.pid, key)
    }
  }
}
