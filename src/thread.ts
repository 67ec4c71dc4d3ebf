// A thread for work that would block the event loop too long. It starts with the first task, and ends if no task comes for a while. A task
// that takes too much time or memory ends only the thread, and harms no other request. The thread runs one task at a time: callers must
// take turns.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { ApiError } from './errors.js'

/** The task took too much time or memory. */
export class OverLimit extends Error {}

const EXTENSION = extname(import.meta.url)
// A thread does not inherit the loader that lets the process run from source.
const NODE_OPTIONS = EXTENSION === '.ts' ? ['--import', 'tsx'] : []
const IDLE_MS = 10_000
/** Long, because a busy machine may start a thread slowly. */
const START_MS = 30_000
const MAX_MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

export interface ThreadOptions {
  /** The path of the worker's file from src/, without its extension. Its default export, called without a task, does nothing. */
  worker: string
  /** The data that the worker gets at its start. */
  workerData?: unknown
  /** The time limit of one task. */
  mostMs: number
  /** How long the thread stays without a task. */
  idleMs?: number
}

export class Thread<Task, Outcome> {
  private pool: Piscina<Task | undefined, Outcome> | undefined
  private readonly filename: string

  constructor (private readonly options: ThreadOptions) {
    this.filename = fileURLToPath(new URL(`./${options.worker}${EXTENSION}`, import.meta.url))
  }

  get isStarted (): boolean {
    return (this.pool?.threads.length ?? 0) > 0
  }

  /** Rejects with OverLimit, with `unavailable` if the thread cannot be started, or with the error of the task. */
  async run (task: Task, transferList: ArrayBuffer[] = []): Promise<Outcome> {
    this.pool ??= this.start()
    const { pool } = this
    try {
      // The start of a thread does not count against the task.
      if (!this.isStarted) await startThread(pool)
      return await pool.run(task, { transferList, signal: AbortSignal.timeout(this.options.mostMs) })
    } catch (error) {
      // The next call gets a new pool: a pool whose thread died at its start never starts another.
      await this.close()
      throw isOverLimit(error) ? new OverLimit('It takes too much time or memory', { cause: error }) : error
    }
  }

  async close (): Promise<void> {
    const { pool } = this
    this.pool = undefined
    await pool?.destroy()
  }

  private start (): Piscina<Task | undefined, Outcome> {
    const pool: Piscina<Task | undefined, Outcome> = new Piscina({
      filename: this.filename,
      execArgv: NODE_OPTIONS,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: this.options.idleMs ?? IDLE_MS,
      // With atomics, the thread blocks between tasks, and would not notice events of its connections.
      atomics: 'disabled',
      resourceLimits: MAX_MEMORY,
      workerData: this.options.workerData
    })
    // An idle thread failed: the next task starts another one.
    return pool.on('error', () => undefined)
  }
}

// A thread that dies at its start leaves its first task waiting forever.
async function startThread (pool: Piscina<undefined, unknown>): Promise<void> {
  try {
    await pool.run(undefined, { signal: AbortSignal.timeout(START_MS) })
  } catch (cause) {
    throw new ApiError('unavailable', 'The thread for this request could not be started; try again', { cause })
  }
}

function isOverLimit (error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
}
