// The thread of the proxy's recorder: applies the events of the proxy to calls, as if the requests were its own.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { quiet } from '../../web/capture/core/host.js'
import { Call } from '../../web/capture/node/call.js'
import { headerOfRaw } from '../../web/capture/node/headers.js'
import { openRecording } from '../../web/capture/node/recording.js'
import { epochMs, type Batch, type FromThread, type ThreadEvent, type ThreadOptions, type ToThread } from './thread-events.js'

/** While more pushes than this wait, batches of the proxy wait, too; otherwise the queue would drop pushes. */
const MOST_QUEUED = 2000
const RETRY_MS = 5

const port = parentPort as MessagePort
const { recorder, book, close } = openRecording(workerData as ThreadOptions)
const calls = new Map<number, Call>()
const waiting: Batch[] = []
let retry: NodeJS.Timeout | undefined
/** When the current event happened, by the clock of this thread. */
let eventMs = 0

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
  return status !== 'recording' || queued < MOST_QUEUED
}

function take ({ events, bytes, weight }: Batch): void {
  const clockMs = epochMs() - performance.now()
  let at = 0
  for (const event of events) {
    const length = event[0] === 'sends' || event[0] === 'receives' ? event[2] : 0
    apply(event, clockMs, bytes.subarray(at, at += length))
  }
  tell({ taken: weight })
}

/** `clockMs`: when this thread's clock was 0. */
function apply (event: ThreadEvent, clockMs: number, piece: Uint8Array): void {
  const [what, id] = event
  const call = calls.get(id)
  switch (what) {
    case 'begins': return begin(event, clockMs)
    case 'sends': return call?.sends(piece)
    case 'answers': return call?.responseHeaders(event[2], headerOfRaw(event[2]))
    case 'receives': {
      eventMs = event[3] - clockMs
      return call?.receives(piece)
    }
    case 'skips': return call?.skips(event[2], event[3])
    default: {
      calls.delete(id)
      eventMs = event[2] - clockMs
      return what === 'ends' ? call?.end(event[3]) : call?.fail(event[3])
    }
  }
}

function begin ([, id, ms, method, api, header, via]: ThreadEvent & { 0: 'begins' }, clockMs: number): void {
  const exchange = book.begin({ method, api, requestHeader: header, via, startMs: ms - clockMs })
  if (exchange) calls.set(id, new Call(exchange, book, headerOfRaw(header)))
}

function leave (reason: string): void {
  for (const batch of waiting.splice(0)) take(batch)
  close(reason, () => { port.close() })
}
