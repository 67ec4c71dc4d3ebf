// The thread of the proxy's recorder: feeds the events of the proxy to the recorder of Node, one `Call` for each
// request, as if this thread had made the requests.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { quiet } from '../../web/capture/core/host.js'
import { Call } from '../../web/capture/node/call.js'
import { headerOfRaw } from '../../web/capture/node/headers.js'
import { openRecording } from '../../web/capture/node/recording.js'
import { readEvents } from './event-reader.js'
import { epochMs, type Batch, type Events, type FromThread, type ThreadOptions, type ToThread } from './thread-events.js'

/** While more pushes than this wait, batches of the proxy wait, too; otherwise the queue would drop pushes. */
const MAX_QUEUED = 2000
const RETRY_MS = 5

const port = parentPort as MessagePort
const { recorder, book, close } = openRecording(workerData as ThreadOptions)
const calls = new Map<number, Call>()
const waiting: Batch[] = []
let retry: NodeJS.Timeout | undefined
/** When the current event happened, by the clock of this thread. */
let eventMs = 0
/** When the clock of this thread was 0. */
let clockMs = 0

const HANDLERS: Events = {
  begins: (id, ms, { method, api, header, via }) => {
    const exchange = book.begin({ method, api, requestHeader: header, via: via || undefined, startMs: ms - clockMs })
    if (exchange) calls.set(id, new Call(exchange, book, headerOfRaw(header)))
  },
  sends: (id, piece) => calls.get(id)?.sends(piece),
  answers: (id, header) => calls.get(id)?.responseHeaders(header, headerOfRaw(header)),
  receives: (id, ms, piece) => {
    eventMs = ms - clockMs
    calls.get(id)?.receives(piece)
  },
  skips: (id, which, bytes) => calls.get(id)?.skips(which, bytes),
  ends: (id, ms, note) => callEnded(id, ms)?.end(note || undefined),
  fails: (id, ms, reason) => callEnded(id, ms)?.fail(reason)
}

// Recording must not slow down the forwarding, so this thread gets a lower priority. On other systems, the whole process would get it.
if (process.platform === 'linux') quiet(() => { setPriority(constants.priority.PRIORITY_BELOW_NORMAL) })
book.now = () => eventMs
recorder.onState = state => { tell({ state }) }
port.on('message', (message: ToThread) => {
  if ('batch' in message) {
    waiting.push(message.batch)
    pump()
  } else leave(message.leave)
})

function tell (message: FromThread): void {
  port.postMessage(message)
}

function pump (): void {
  clearTimeout(retry)
  for (let batch; hasRoom() && (batch = waiting.shift());) take(batch)
  if (waiting.length > 0) retry = setTimeout(pump, RETRY_MS)
}

/** While the service does not answer, the recorder takes everything and drops what it cannot keep. */
function hasRoom (): boolean {
  const { status, queued } = recorder.state
  return status !== 'recording' || queued < MAX_QUEUED
}

function take ({ buffers, weight }: Batch): void {
  clockMs = epochMs() - performance.now()
  for (const bytes of buffers) readEvents(bytes, HANDLERS)
  tell({ taken: weight })
}

function callEnded (id: number, ms: number): Call | undefined {
  const call = calls.get(id)
  calls.delete(id)
  eventMs = ms - clockMs
  return call
}

function leave (reason: string): void {
  for (const batch of waiting.splice(0)) take(batch)
  close(reason, () => { port.close() })
}
