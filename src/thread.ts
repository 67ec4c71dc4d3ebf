// A thread for work that would hold the event loop too long: started for the first task, ended when none came for a while. A task that
// takes too much time or memory there ends the thread, and harms nobody else. One task at a time: who calls it takes turns.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { ApiError } from './errors.js'

/** The task took too much time or memory. */
export class OverLimit extends Error {}

const EXTENSION = extname(import.meta.url)
// A thread does not inherit what makes the process run from source.
const NODE_OPTIONS = EXTENSION === '.ts' ? ['--import', 'tsx'] : []
const IDLE_MS = 10_000
/** A machine that is busy takes its time. */
const START_MS = 30_000
const MOST_MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

export interface ThreadOptions {
  /** The path of the worker's file from src/, without its extension. Its default export, called without a task, does nothing. */
  worker: string
  /** What it is started with. */
  workerData?: unknown
  /** For one task. */
  mostMs: number
  /** So long it stays without a task. */
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

  /** Rejects with OverLimit, with `unavailable` where there is no thread, and as the task does. */
  async run (task: Task, given: ArrayBuffer[] = []): Promise<Outcome> {
    this.pool ??= this.start()
    const { pool } = this
    try {
      // The start of a thread does not count against the task.
      if (!this.isStarted) await started(pool)
      return await pool.run(task, { transferList: given, signal: AbortSignal.timeout(this.options.mostMs) })
    } catch (error) {
      // With a new pool: one whose thread once died at its start never starts another.
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
      // A thread that sleeps between tasks would not notice what becomes of its connections.
      atomics: 'disabled',
      resourceLimits: MOST_MEMORY,
      workerData: this.options.workerData
    })
    // An idle thread failed; whoever asks next gets another one.
    return pool.on('error', () => undefined)
  }
}

// A thread that dies at its start leaves its first task waiting for ever.
async function started (pool: Piscina<undefined, unknown>): Promise<void> {
  try {
    await pool.run(undefined, { signal: AbortSignal.timeout(START_MS) })
  } catch (cause) {
    throw new ApiError('unavailable', 'The thread that works on this could not be started; try again', { cause })
  }
}

function isOverLimit (error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
}
