// A thread that reads bodies, one at a time, with limits of time and memory.
import { ApiError } from '../../errors.js'
import { OverLimit, Thread, type ThreadOptions } from '../../thread.js'
import type { BodyOutcome, BodyTask } from './body-outcome.js'
import type { GrowingBytes } from './growing.js'
import { Semaphore } from './semaphore.js'

const TURN_TIMEOUT_MS = 2000

export class BodyThread<Kind, Read> {
  private readonly thread: Thread<BodyTask<Kind>, BodyOutcome<Read>>
  // The time limit is for one body: the time of other bodies before it must not count, so a body enters the thread only in its turn.
  private readonly turns = new Semaphore(1, TURN_TIMEOUT_MS)

  constructor (options: ThreadOptions) {
    this.thread = new Thread(options)
  }

  /** Transfers the bytes to the thread. Rejects with an ApiError if they are not valid. */
  async read (kind: Kind, { memory, length }: GrowingBytes): Promise<Read> {
    const end = await this.turns.acquire(1)
    const outcome = await this.thread.run({ kind, memory, length }, [memory]).catch((error: unknown) => {
      if (!(error instanceof OverLimit)) throw error
      throw new ApiError('bad_request', 'The body is too complex: reading it takes too much time or memory', { cause: error })
    }).finally(end)
    if ('refusal' in outcome) throw new ApiError(outcome.refusal.code, outcome.refusal.message)
    return outcome.read
  }

  async close (): Promise<void> {
    await this.thread.close()
  }
}
