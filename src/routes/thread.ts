// A thread for work that would hold the event loop too long: started for the first task, ended when none came for a while. A task that
// takes too much time or memory there ends the thread, and harms nobody else.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { ApiError } from '../errors.js'
import { Lane } from '../http/intake/lane.js'

export interface ThreadLimits {
  /** For one task. */
  mostMs: number
  /** For so long a task waits for its turn. */
  patienceMs: number
}

/** The task took too much time or memory. */
export class OverLimit extends Error {}

const EXTENSION = extname(import.meta.url)
// A thread does not inherit what makes the process run from source.
const NODE_OPTIONS = EXTENSION === '.ts' ? ['--import', 'tsx'] : []
const IDLE_MS = 10_000
/** A machine that is busy takes its time. */
const START_MS = 30_000
const MOST_MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

export class Thread<Task, Outcome> {
  private pool: Piscina<Task | undefined, Outcome> | undefined
  // The time limit is that of one task: it must not count while another one is done.
  private readonly turns: Lane
  private readonly filename: string

  /** `worker`: a file beside this one, without its extension; called without a task, it does nothing. `workerData`: what it is started with. */
  constructor (worker: string, private readonly workerData: unknown, private readonly limits: ThreadLimits) {
    this.filename = fileURLToPath(new URL(`./${worker}${EXTENSION}`, import.meta.url))
    this.turns = new Lane(1, limits.patienceMs)
  }

  /** Rejects with OverLimit, with `unavailable` where there is no turn or no thread, and as the task does. */
  async run (task: Task, given: ArrayBuffer[] = []): Promise<Outcome> {
    const end = await this.turns.enter(1)
    try {
      this.pool ??= this.start()
      // The start of a thread does not count against the task.
      if (this.pool.threads.length === 0) await started(this.pool)
      return await this.pool.run(task, { transferList: given, signal: AbortSignal.timeout(this.limits.mostMs) })
    } catch (error) {
      // With a new pool: one whose thread once died at its start never starts another.
      await this.close()
      throw isOverLimit(error) ? new OverLimit('It takes too much time or memory', { cause: error }) : error
    } finally {
      end()
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
      idleTimeout: IDLE_MS,
      resourceLimits: MOST_MEMORY,
      workerData: this.workerData
    })
    // Of a thread that has nothing to do; whoever asks next gets another one.
    return pool.on('error', () => undefined)
  }
}

// A thread that dies at its start leaves its first task waiting for ever.
async function started (pool: Piscina<undefined, unknown>): Promise<void> {
  try {
    await pool.run(undefined, { signal: AbortSignal.timeout(START_MS) })
  } catch (cause) {
    throw new ApiError('unavailable', 'What is so large cannot be worked on at the moment; try again', { cause })
  }
}

function isOverLimit (error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
}
