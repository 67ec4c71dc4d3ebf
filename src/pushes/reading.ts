// Parses the bodies of pushes: small ones on the event loop, others in a thread.
import { ApiError } from '../errors.js'
import type { GrowingBytes } from '../http/intake/growing.js'
import { createPushReader, type BodyKind, type PushReader, type ReaderSettings, type Readings } from './reader.js'
import type { PushOutcome, PushTask } from './worker.js'
import { Lane } from '../http/intake/lane.js'
import { OverLimit, Thread } from '../thread.js'

const PATIENCE_MS = 2000
/** Many times longer than the worst body of 8 MB takes (npm run bench -- hostile). */
const MOST_MS = 10_000

export class PushReading {
  readonly here: PushReader
  private readonly thread: Thread<PushTask, PushOutcome>
  // The time limit is for one body: the time of other bodies before it must not count, so a body enters the thread only in its turn.
  private readonly turns = new Lane(1, PATIENCE_MS)

  constructor (settings: ReaderSettings, mostMs = MOST_MS) {
    this.here = createPushReader(settings)
    this.thread = new Thread({ worker: 'pushes/worker', workerData: settings, mostMs })
  }

  /** Transfers the bytes to the thread. Rejects with an ApiError if they are not valid. */
  async inThread<Kind extends BodyKind> (kind: Kind, { memory, length }: GrowingBytes): Promise<Readings[Kind]> {
    const end = await this.turns.enter(1)
    const outcome = await this.thread.run({ kind, memory, length }, [memory]).catch((error: unknown) => {
      if (!(error instanceof OverLimit)) throw error
      throw new ApiError('bad_request', 'The body is too complex: reading it takes too much time or memory', { cause: error })
    }).finally(end)
    if ('refusal' in outcome) throw new ApiError(outcome.refusal.code, outcome.refusal.message)
    return outcome.read as Readings[Kind]
  }

  async close (): Promise<void> {
    await this.thread.close()
  }
}
