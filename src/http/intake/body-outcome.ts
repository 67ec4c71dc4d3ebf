// The messages between the service and a thread that reads bodies, and the function that makes the thread's messages.
import { ApiError, refusalOf, type Refusal } from '../../errors.js'

export interface BodyTask<Kind> {
  kind: Kind
  /** Transferred to the thread; only its first `length` bytes count. */
  memory: ArrayBuffer
  length: number
}

export type BodyOutcome<Read> = { read: Read } | { refusal: Refusal }

/** What `read` returns, or the ApiError that it throws: in a thread, an error would lose its class. */
export function outcomeOf<Kind, Read> (task: BodyTask<Kind>, read: (kind: Kind, body: Buffer) => Read): BodyOutcome<Read> {
  try {
    return { read: read(task.kind, Buffer.from(task.memory, 0, task.length)) }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: refusalOf(error) }
    throw error
  }
}
