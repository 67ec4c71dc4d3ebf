// A reader thread, with its own memory, event loop and connection to Redis. The service starts it, and passes it slices of requests.
import { once } from 'node:events'
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina'
import type { RedisAddress } from '../../config.js'
import { ApiError, refusalOf } from '../../errors.js'
import type { Commands } from '../../redis/commands.js'
import { openRedis } from '../../redis/connections.js'
import { rowsOf, type LinkedRows } from '../../redis/row-link.js'
import { EntryPages } from '../../store/entry-pages.js'
import { MessagePages } from '../../store/message-pages.js'
import type { SliceOutcome, SliceReply, Task } from '../tasks.js'
import { SliceReader } from './slices.js'

/** How long to wait until each of the two connections is back. */
const RECONNECT_TIMEOUT_MS = 1200
/** If Redis takes longer to reply, the request fails with `unavailable`. */
const CONNECT_TIMEOUT_MS = 2000

// Later errors of the connection are reported by the slices that fail.
const opened = openRedis(workerData as RedisAddress, () => undefined, { timeoutMs: CONNECT_TIMEOUT_MS })
const ready = opened.then(async ({ commands }) => {
  const rows = rowsOf(commands)
  await rows.ready(CONNECT_TIMEOUT_MS)
  const pages = new EntryPages(commands, async (keys, fields) => await rows.read(keys, fields))
  return { rows, slices: new SliceReader(pages, new MessagePages(commands)) }
})

/** Without a task, it resolves once the thread is connected. */
export default async function read (task?: Task): Promise<unknown> {
  const [{ commands, roundTrips }, { rows, slices }] = [await opened, await ready]
  if (!task) return undefined
  if (task.kind === 'connect') return await connected(commands, rows)
  const outcome = await slices.work(task).catch(refused)
  return transfer({ outcome, roundTrips: roundTrips.take() })
}

// ioredis tries again after a second at the latest.
async function connected (commands: Commands, rows: LinkedRows): Promise<void> {
  const signal = AbortSignal.timeout(RECONNECT_TIMEOUT_MS)
  if (commands.status !== 'ready') await once(commands, 'ready', { signal }).catch(() => undefined)
  await rows.ready(RECONNECT_TIMEOUT_MS)
}

function refused (error: unknown): SliceOutcome {
  if (error instanceof ApiError) return { refusal: refusalOf(error) }
  throw error
}

/** The bytes are transferred, not copied. Memory that threads share cannot be transferred. */
function transfer (reply: SliceReply): unknown {
  const buffer = 'result' in reply.outcome ? reply.outcome.result.bytes.buffer : undefined
  return buffer instanceof ArrayBuffer && buffer.byteLength > 0 ? move({ [transferableSymbol]: buffer, [valueSymbol]: reply }) : reply
}
