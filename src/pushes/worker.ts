// The thread that parses large bodies of pushes. The code that starts it (reading.ts) limits its memory and its time.
import { workerData } from 'piscina'
import { ApiError, refusalOf, type Refusal } from '../errors.js'
import { createPushReader, type BodyKind, type ReaderSettings, type Readings } from './reader.js'

export interface PushTask {
  kind: BodyKind
  /** Transferred to the thread; only its first `length` bytes count. */
  memory: ArrayBuffer
  length: number
}

export type PushOutcome = { read: Readings[BodyKind] } | { refusal: Refusal }

const read = createPushReader(workerData as ReaderSettings)

/** Without a task, the call only shows that the thread has started. */
export default function readPush (task?: PushTask): PushOutcome {
  if (!task) return { read: [] }
  try {
    return { read: read(task.kind, Buffer.from(task.memory, 0, task.length)) }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: refusalOf(error) }
    throw error
  }
}
