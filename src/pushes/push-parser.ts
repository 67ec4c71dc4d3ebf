// Parses the bodies of pushes: small ones on the event loop, others in a thread.
import { BodyThread } from '../http/intake/body-thread.js'
import type { GrowingBytes } from '../http/intake/growing.js'
import { createPushReader, type BodyKind, type PushReader, type ReaderSettings, type BodyResults } from './reader.js'

/** Many times longer than the worst body of 8 MB takes (npm run bench -- hostile). */
const MAX_MS = 10_000

export class PushParser {
  readonly here: PushReader
  private readonly thread: BodyThread<BodyKind, BodyResults[BodyKind]>

  constructor (settings: ReaderSettings, mostMs = MAX_MS) {
    this.here = createPushReader(settings)
    this.thread = new BodyThread({ worker: 'pushes/worker', workerData: settings, mostMs })
  }

  /** Transfers the bytes to the thread. Rejects with an ApiError if they are not valid. */
  async inThread<Kind extends BodyKind> (kind: Kind, body: GrowingBytes): Promise<BodyResults[Kind]> {
    return await this.thread.read(kind, body) as BodyResults[Kind]
  }

  async close (): Promise<void> {
    await this.thread.close()
  }
}
