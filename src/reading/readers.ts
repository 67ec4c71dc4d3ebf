// The threads that read sessions: one for slices of small entries, one for large entries, so that large ones never delay small ones. In
// each thread, the clients take turns. A request opens a `Reading`, and requests its slices one after the other.
import type { RedisAddress } from '../config.js'
import type { Durations } from '../durations.js'
import { ApiError } from '../errors.js'
import { OverLimit, Thread } from '../thread.js'
import { FairTurns, type Path } from './fair-turns.js'
import type { PageBudget, PageHolder } from './page-budget.js'
import type { SliceOutcome, SliceReply, Result, Task } from './tasks.js'

/**
 * The most bytes of entries in a slice: few in the first, because many may ask for one at once; later ones grow with the free budget. A
 * larger entry is a slice by itself, in the other thread.
 */
const [MIN_SLICE_BYTES, MAX_SLICE_BYTES] = [64 * 1024, 1024 * 1024]
const FREE_DIVISOR = 32
/** A request that keeps more bytes than this after a slice is memory-heavy: those run one at a time. */
const HEAVY_BYTES = 1024 * 1024
/** The time limit of one slice. */
const MAX_MS = 10_000
/** The most encoders at one time: each holds half a megabyte until its response is read. */
const MAX_ENCODERS = 16
/** How long an idle thread stays: it takes a fifth of a second to start one, and each takes 20 MB. */
const IDLE_MS = 60_000

export const TOO_MUCH = 'Processing these entries takes too much time or memory: request fewer entries, or use a simpler filter'

export interface ReadersOptions {
  redis: RedisAddress
  /** Rejects with `unavailable` if Redis is unreachable: then no thread has to be started. */
  ping: () => Promise<unknown>
  /** Records how long the commands to Redis took. */
  roundTrips: Durations
  budget: PageBudget
}

export class Readers {
  private readonly small
  private readonly large
  private readonly shared = { keeping: new FairTurns(), encodersLeft: MAX_ENCODERS }
  private opened = 0

  constructor (private readonly options: ReadersOptions) {
    this.small = new ThreadQueue(options)
    this.large = new ThreadQueue(options)
  }

  /** Opens a reading. Until it is closed, the holder's page counts toward the memory of responses that clients have not read yet. */
  open (holder: PageHolder, session: string): Reading {
    const path = [holder.address, session, String(this.opened++)]
    return new Reading(holder, path, this.options.budget, this.small, this.large, this.shared)
  }

  async close (): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()])
  }
}

type Refused = { refusal: unknown }

/** One request: it gets its slices from the threads, one after the other. */
export class Reading {
  private readonly closers: (() => void)[]
  /** Bytes that the request keeps for longer than a page. */
  private keptBytes = 0
  /** The size of the page that is on its way to the client. */
  private pageBytes = 0
  private isHeavy = false
  private hasBegun = false
  private isClosed = false

  constructor (
    private readonly holder: PageHolder, private readonly path: Path, private readonly budget: PageBudget,
    private readonly small: ThreadQueue, private readonly large: ThreadQueue,
    private readonly shared: { keeping: FairTurns, encodersLeft: number }
  ) {
    this.closers = [small.turns, large.turns, shared.keeping].map(turns => turns.open(path))
  }

  /**
   * Runs the next slice, when it is its turn and there is room for it; the previous page is released. Resolves with undefined if the
   * client has left. Rejects with an ApiError. `taskOf` gets the number of bytes that the entries of the slice may have.
   */
  async slice (taskOf: (bytes: number) => Task): Promise<Result | undefined> {
    const bytes = this.hasBegun
      ? Math.min(MAX_SLICE_BYTES, Math.max(MIN_SLICE_BYTES, Math.floor(this.budget.freeBytes / FREE_DIVISOR)))
      : MIN_SLICE_BYTES
    this.hasBegun = true
    const outcome = await this.outcomeOf(this.small, taskOf(bytes), bytes)
    return outcome && 'tooLarge' in outcome ? await this.largeSlice(taskOf, outcome.tooLarge) : outcome?.result
  }

  /** Like `slice`, for an entry that needs at least this many bytes. */
  private async largeSlice (taskOf: (bytes: number) => Task, bytes: number): Promise<Result | undefined> {
    this.idle()
    const outcome = await this.outcomeOf(this.large, taskOf(bytes), bytes)
    // The entry has grown since then: it is read again with its new size.
    return outcome && 'tooLarge' in outcome ? await this.largeSlice(taskOf, outcome.tooLarge) : outcome?.result
  }

  get hasMuchRoom (): boolean {
    return this.budget.isHalfEmpty
  }

  /** Reserves room for an image of this many bytes, in place of the previous page. False if the client has left. */
  async roomForImage (bytes: number): Promise<boolean> {
    const hasRoom = await this.budget.room(this.holder, this.keptBytes + bytes, true)
    if (hasRoom) this.budget.settle(this.holder, this.keptBytes + bytes)
    return hasRoom
  }

  /** Sets the current size of the page. */
  resize (bytes: number): void {
    this.pageBytes = bytes
    this.budget.settle(this.holder, this.keptBytes + bytes)
  }

  /** Keeps this many more bytes until the end. Memory-heavy requests run one at a time. */
  async keep (bytes: number): Promise<void> {
    this.keptBytes += bytes
    this.resize(0)
    this.idle()
    if (this.keptBytes <= HEAVY_BYTES || this.isHeavy) return
    this.isHeavy = true
    const end = await this.shared.keeping.enter(this.path)
    if (this.isClosed) end(0)
    else this.closers.unshift(() => { end(this.keptBytes) })
  }

  /** The request no longer needs this many of the bytes that it keeps. */
  release (bytes: number): void {
    this.keptBytes -= bytes
    this.resize(this.pageBytes)
  }

  /** Reserves an encoder that needs much memory, such as Brotli's, until the reading is closed. False if all are in use. */
  takeEncoder (): boolean {
    if (this.shared.encodersLeft === 0 || this.isClosed) return false
    this.shared.encodersLeft--
    this.closers.push(() => { this.shared.encodersLeft++ })
    return true
  }

  /** The client has taken a part of the page. */
  touch (): void {
    this.budget.touch(this.holder)
  }

  /** The client has nothing left to take, and the reading waits for its next turn. */
  idle (): void {
    this.budget.taken(this.holder, this.keptBytes)
  }

  close (): void {
    this.isClosed = true
    for (const close of this.closers.splice(0)) close()
    this.budget.release(this.holder)
  }

  private async outcomeOf (queue: ThreadQueue, task: Task, bytes: number): Promise<Exclude<SliceOutcome, Refused> | undefined> {
    const endTurn = await queue.turns.enter(this.path)
    // The time that it waits for room does not count: the client did not cause it.
    let startedMs = Infinity
    try {
      // The client may still hold the page before this one: both count.
      if (this.holder.hasLeft || !await this.budget.room(this.holder, this.keptBytes + this.pageBytes + bytes)) return undefined
      startedMs = performance.now()
      const outcome = await queue.run(task)
      if ('refusal' in outcome) throw new ApiError(outcome.refusal.code, outcome.refusal.message)
      this.resize('result' in outcome ? outcome.result.bytes.length : 0)
      return outcome
    } catch (error) {
      this.budget.release(this.holder)
      throw error
    } finally {
      endTurn(Math.max(0, performance.now() - startedMs))
    }
  }
}

/** A thread, and the order of the turns in it. */
class ThreadQueue {
  readonly turns = new FairTurns()
  private readonly thread: Thread<Task, SliceReply>

  constructor (private readonly options: ReadersOptions) {
    this.thread = new Thread({ worker: 'reading/thread/reader', workerData: options.redis, mostMs: MAX_MS, idleMs: IDLE_MS })
  }

  async run (task: Task): Promise<SliceOutcome> {
    if (!this.thread.isStarted) await this.options.ping()
    const outcome = await this.ask(task)
    if (!('refusal' in outcome) || outcome.refusal.code !== 'unavailable') return outcome
    // This connection to Redis may be back before the connection of the thread is.
    await this.options.ping()
    await this.thread.run({ kind: 'connect' })
    return await this.ask(task)
  }

  private async ask (task: Task): Promise<SliceOutcome> {
    const { outcome, roundTrips } = await this.thread.run(task).catch((error: unknown) => {
      throw error instanceof OverLimit ? new ApiError('bad_request', TOO_MUCH, { cause: error }) : error
    })
    this.options.roundTrips.add(roundTrips)
    return outcome
  }

  close (): Promise<void> {
    return this.thread.close()
  }
}
