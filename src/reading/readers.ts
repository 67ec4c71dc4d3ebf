// The threads that read sessions: one for slices of small entries, one for large entries, so that these never keep those waiting. In each,
// turns go round the clients. A request opens a `Reading`, and asks for its slices one after the other.
import type { RedisAddress } from '../config.js'
import type { Durations } from '../durations.js'
import { ApiError } from '../errors.js'
import type { PageBudget, PageHolder } from '../store/page-budget.js'
import { OverLimit, Thread } from '../thread.js'
import { FairTurns, type Path } from './fair-turns.js'
import type { Outcome, Reply, Result, Task } from './tasks.js'

/**
 * Bytes of entries in a slice: few in the first, which many may ask for at once, then the more, the more is free of what may be held. A
 * larger entry is a slice by itself, in the other thread.
 */
const [LEAST_BYTES, SMALL_BYTES] = [64 * 1024, 1024 * 1024]
const PARTS_OF_FREE = 32
/** A request that keeps more for longer than a slice keeps much. */
const MUCH_BYTES = 1024 * 1024
/** For one slice. */
const MOST_MS = 10_000
/** Each holds half a megabyte until its reply is read. */
const MOST_ENCODERS = 16
/** It takes a fifth of a second to start, and 20 MB. */
const IDLE_MS = 60_000

export const TOO_MUCH = 'Working on these entries takes too much time or memory: ask for fewer of them, or with a simpler filter'

export interface ReadersOptions {
  redis: RedisAddress
  /** Rejects with `unavailable` where Redis is away: then no thread need be started. */
  ping: () => Promise<unknown>
  /** Where it is noted how long Redis took. */
  roundTrips: Durations
  budget: PageBudget
}

export class Readers {
  private readonly small
  private readonly large
  private readonly shared = { keeping: new FairTurns(), encodersLeft: MOST_ENCODERS }
  private opened = 0

  constructor (private readonly options: ReadersOptions) {
    this.small = new Lane(options)
    this.large = new Lane(options)
  }

  /** Until it is closed, the holder's page counts as what it has not taken yet. */
  open (holder: PageHolder, session: string): Reading {
    const path = [holder.address, session, String(this.opened++)]
    return new Reading(holder, path, this.options.budget, this.small, this.large, this.shared)
  }

  async close (): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()])
  }
}

/** One request's way through the threads. */
export class Reading {
  private readonly closers: (() => void)[]
  /** What the request keeps for longer than a page. */
  private keptBytes = 0
  /** The size of the page that is on its way to the client. */
  private pageBytes = 0
  private keepsMuch = false
  private hasBegun = false
  private isClosed = false

  constructor (
    private readonly holder: PageHolder, private readonly path: Path, private readonly budget: PageBudget,
    private readonly small: Lane, private readonly large: Lane, private readonly shared: { keeping: FairTurns, encodersLeft: number }
  ) {
    this.closers = [small.turns, large.turns, shared.keeping].map(turns => turns.open(path))
  }

  /**
   * The next slice, when it is its turn and there is room for it; the page before is let go. `undefined`: the client has left. Rejects with
   * an ApiError. `taskOf` is told how many bytes of entries the slice may have.
   */
  async slice (taskOf: (bytes: number) => Task): Promise<Result | undefined> {
    const bytes = this.hasBegun
      ? Math.min(SMALL_BYTES, Math.max(LEAST_BYTES, Math.floor(this.budget.freeBytes / PARTS_OF_FREE)))
      : LEAST_BYTES
    this.hasBegun = true
    const outcome = await this.outcomeOf(this.small, taskOf(bytes), bytes)
    return outcome && 'tooLarge' in outcome ? await this.largeSlice(taskOf, outcome.tooLarge) : outcome?.result
  }

  /** As `slice`, for what needs so many bytes at least. */
  private async largeSlice (taskOf: (bytes: number) => Task, bytes: number): Promise<Result | undefined> {
    this.taken()
    const outcome = await this.outcomeOf(this.large, taskOf(bytes), bytes)
    // It has grown since.
    return outcome && 'tooLarge' in outcome ? await this.largeSlice(taskOf, outcome.tooLarge) : outcome?.result
  }

  get hasMuchRoom (): boolean {
    return this.budget.isHalfEmpty
  }

  /** Room for an image of so many bytes, in place of the page before. False where the client has left. */
  async roomForImage (bytes: number): Promise<boolean> {
    const hasRoom = await this.budget.room(this.holder, this.keptBytes + bytes, true)
    if (hasRoom) this.budget.settle(this.holder, this.keptBytes + bytes)
    return hasRoom
  }

  /** The page has so many bytes by now. */
  resize (bytes: number): void {
    this.pageBytes = bytes
    this.budget.settle(this.holder, this.keptBytes + bytes)
  }

  /** So much more stays until the end. Of requests that keep much, one goes on at a time. */
  async keep (bytes: number): Promise<void> {
    this.keptBytes += bytes
    this.resize(0)
    this.taken()
    if (this.keptBytes <= MUCH_BYTES || this.keepsMuch) return
    this.keepsMuch = true
    const end = await this.shared.keeping.enter(this.path)
    if (this.isClosed) end(0)
    else this.closers.unshift(() => { end(this.keptBytes) })
  }

  /** An encoder that holds much, such as Brotli's, until the reading is closed. False: there are as many as there may be. */
  takeEncoder (): boolean {
    if (this.shared.encodersLeft === 0 || this.isClosed) return false
    this.shared.encodersLeft--
    this.closers.push(() => { this.shared.encodersLeft++ })
    return true
  }

  /** A part of the page was taken. */
  touch (): void {
    this.budget.touch(this.holder)
  }

  /** All of it was, and the reading waits for its next turn. */
  taken (): void {
    this.budget.taken(this.holder)
  }

  close (): void {
    this.isClosed = true
    for (const close of this.closers.splice(0)) close()
    this.budget.release(this.holder)
  }

  private async outcomeOf (lane: Lane, task: Task, bytes: number): Promise<Exclude<Outcome, { refusal: unknown }> | undefined> {
    const endTurn = await lane.turns.enter(this.path)
    // Not the time for which it waits for room: that is nobody's fault.
    let startedMs = Infinity
    try {
      if (this.holder.hasLeft || !await this.budget.room(this.holder, this.keptBytes + this.pageBytes + bytes)) return undefined
      startedMs = performance.now()
      const outcome = await lane.run(task)
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

/** A thread, and the turns in it. */
class Lane {
  readonly turns = new FairTurns()
  private readonly thread: Thread<Task, Reply>

  constructor (private readonly options: ReadersOptions) {
    this.thread = new Thread({ worker: 'reading/thread/reader', workerData: options.redis, mostMs: MOST_MS, idleMs: IDLE_MS })
  }

  async run (task: Task): Promise<Outcome> {
    if (!this.thread.isStarted) await this.options.ping()
    const outcome = await this.ask(task)
    if (!('refusal' in outcome) || outcome.refusal.code !== 'unavailable') return outcome
    // Redis may be back for this connection, and not yet for that of the thread.
    await this.options.ping()
    await this.thread.run({ kind: 'connect' })
    return await this.ask(task)
  }

  private async ask (task: Task): Promise<Outcome> {
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
