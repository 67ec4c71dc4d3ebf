// The thread that reads large bodies of pushes: its own memory and its own time, both limited by who starts it.
import { workerData } from 'piscina'
import { ApiError } from '../errors.js'
import type { PushFields } from './push-body.js'
import { createPushReader, type PushKind } from './push-reader.js'

export interface PushTask {
  kind: PushKind
  /** Given away to the thread; only its first `length` bytes count. */
  memory: ArrayBuffer
  length: number
}

/** An error loses its class on the way between threads. */
export type PushOutcome = { push: PushFields | undefined } | { refusal: string }

export interface PushWorkerData { redact: string[] }

const read = createPushReader((workerData as PushWorkerData).redact)

/** Without a task, only that the thread is there. */
export default function readPush (task?: PushTask): PushOutcome {
  if (!task) return { push: undefined }
  try {
    return { push: read(task.kind, Buffer.from(task.memory, 0, task.length)) }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error.message }
    throw error
  }
}
