// Who reads the bodies of pushes: the event loop where they are small, and else a thread.
import { ApiError } from '../errors.js'
import type { GrowingBytes } from '../http/intake/growing.js'
import { createPushReader, type BodyKind, type PushReader, type Readings } from './reader.js'
import type { PushOutcome, PushTask, PushWorkerData } from './worker.js'
import { Lane } from '../http/intake/lane.js'
import { OverLimit, Thread } from '../thread.js'

const PATIENCE_MS = 2000
/** Many times what the worst 8 MB takes (npm run bench -- hostile). */
const MOST_MS = 10_000

export class PushReading {
  readonly here: PushReader
  private readonly thread: Thread<PushTask, PushOutcome>
  // The time limit is that of one body: it must not count while another one is read.
  private readonly turns = new Lane(1, PATIENCE_MS)

  /** `names`: those of REDACT. */
  constructor (names: string[], mostMs = MOST_MS) {
    this.here = createPushReader(names)
    this.thread = new Thread({ worker: 'pushes/worker', workerData: { redact: names } satisfies PushWorkerData, mostMs })
  }

  /** The bytes are given away. Rejects with an ApiError where they cannot be read. */
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
