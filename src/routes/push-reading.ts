// Who reads the bodies of pushes: the event loop where they are small, and else a thread, which is started for the first large one and
// ended when none came for a while. A body that takes too much time or memory there ends the thread, and harms nobody else.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { ApiError } from '../errors.js'
import type { GrowingBytes } from '../http/intake/growing.js'
import { Lane } from '../http/intake/lane.js'
import { createPushReader, type BodyKind, type PushReader, type Readings } from './push-reader.js'
import type { PushOutcome, PushTask, PushWorkerData } from './push-worker.js'

const EXTENSION = extname(import.meta.url)
const WORKER = fileURLToPath(new URL(`./push-worker${EXTENSION}`, import.meta.url))
// A thread does not inherit what makes the process run from source.
const NODE_OPTIONS = EXTENSION === '.ts' ? ['--import', 'tsx'] : []

const IDLE_MS = 10_000
const START_MS = 10_000
const PATIENCE_MS = 2000
/** Many times what the worst 8 MB takes (npm run bench -- hostile). */
const MOST_MS = 10_000
const MOST_MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

type Pool = Piscina<PushTask | undefined, PushOutcome>

export class PushReading {
  readonly here: PushReader
  private pool: Pool | undefined
  // The time limit is that of one body: it must not count while another one is read.
  private readonly turns = new Lane(1, PATIENCE_MS)

  /** `names`: those of REDACT. */
  constructor (private readonly names: string[], private readonly mostMs = MOST_MS) {
    this.here = createPushReader(names)
  }

  /** The bytes are given away. Rejects with an ApiError where they cannot be read. */
  async inThread<Kind extends BodyKind> (kind: Kind, { memory, length }: GrowingBytes): Promise<Readings[Kind]> {
    const end = await this.turns.enter(1)
    try {
      const outcome = await this.run({ kind, memory, length })
      if ('refusal' in outcome) throw new ApiError(outcome.refusal.code, outcome.refusal.message)
      return outcome.read as Readings[Kind]
    } finally {
      end()
    }
  }

  async close (): Promise<void> {
    const { pool } = this
    this.pool = undefined
    await pool?.destroy()
  }

  private async run (task: PushTask): Promise<PushOutcome> {
    try {
      this.pool ??= startPool({ redact: this.names })
      // The start of a thread does not count against the body.
      if (this.pool.threads.length === 0) await started(this.pool)
      return await this.pool.run(task, { transferList: [task.memory], signal: AbortSignal.timeout(this.mostMs) })
    } catch (error) {
      // With a new pool: one whose thread once died at its start never starts another.
      await this.close()
      if (!isOverLimit(error)) throw error
      throw new ApiError('bad_request', 'The body is too complex: reading it takes too much time or memory', { cause: error })
    }
  }
}

function startPool (workerData: PushWorkerData): Pool {
  const pool: Pool = new Piscina({
    filename: WORKER, execArgv: NODE_OPTIONS, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, resourceLimits: MOST_MEMORY, workerData
  })
  // Of a thread that has nothing to do; whoever asks next gets another one.
  return pool.on('error', () => undefined)
}

// A thread that dies at its start leaves its first task waiting for ever.
async function started (pool: Pool): Promise<void> {
  try {
    await pool.run(undefined, { signal: AbortSignal.timeout(START_MS) })
  } catch (cause) {
    throw new ApiError('unavailable', 'Large bodies cannot be read at the moment; try again', { cause })
  }
}

function isOverLimit (error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
}
