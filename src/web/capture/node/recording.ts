// The recorder of a Node process, with its transport. It does not watch requests itself: the code that watches them begins each record
// through `book`, which also lists the requests in progress.
import { isSessionId } from '../../../schema/session-id.js'
import { randomBytes } from 'node:crypto'
import type { Converter } from '../core/body.js'
import { Delivery, withWarning, type Deliver } from '../core/delivery.js'
import { quiet, type Host } from '../core/host.js'
import { limitsOf, type CaptureOptions } from '../core/options.js'
import { isOwn } from '../core/own.js'
import { PushQueue } from '../core/queue.js'
import { Recorder } from '../core/recorder.js'
import type { Book, Call } from './call.js'
import { Children, toParent } from './children.js'
import { converted } from './converted.js'
import { later, never, nowMs, utf8Bytes } from './natives.js'
import { handedTo } from './hand-over.js'
import { Spool, type SpoolPlace } from './spool.js'
import { Threads, toMainThread } from './threads.js'
import { NodeTransport } from './transport.js'

export interface Recording {
  readonly recorder: Recorder
  readonly transport: NodeTransport
  readonly book: Book
  /** Records the requests in progress as they are, with the reason, and sends everything. */
  leave: (reason: string) => void
  /** Does the same and ends the recorder. Calls `done` when no request to the service is in flight. */
  close: (reason: string, done: () => void) => void
}

/**
 * Throws if the session, or the address of the service, is invalid. `spool`: where to write what is recorded, if another process sends
 * it.
 */
export function openRecording (options: CaptureOptions, spool?: SpoolPlace): Recording {
  if (!isSessionId(options.session)) throw new TypeError(`"${options.session}" is not a session id of 15 characters`)
  const transport = new NodeTransport(options)
  const recorder = new Recorder(options, HOST)
  const book = bookOf(options, recorder)
  const parent = spool ? undefined : toParent(options)
  const sink = spool ? new Spool(spool) : toMainThread(serviceOf(options)) ?? parent
  const queue = new PushQueue(limitsOf(options))
  const others = sink ? [] : [new Threads(serviceOf(options), queue, HOST), new Children(options, queue, HOST)]
  const deliver: Deliver = (...to) => {
    const delivery = new Delivery(options, transport, HOST, ...to, queue)
    for (const other of others) other.hear(() => delivery.schedule())
    return delivery
  }
  recorder.deliverBy(withWarning(sink ? handedTo(sink, options, transport, HOST) : deliver, HOST))
  const flush = () => recorder.flush(false)
  const end = (reason: string) => {
    for (const [n, call] of [...book.open].entries()) {
      call.leave(reason)
      // There may be more than fit into the queue.
      if (n % 1000 === 999) flush()
    }
    flush()
  }
  const leave = (reason: string) => {
    for (const other of others) other.leave(flush)
    end(reason)
  }
  const close = (reason: string, done: () => void) => {
    for (const other of others) other.end(flush)
    parent?.end()
    end(reason)
    recorder.stop()
    transport.whenIdle(() => {
      transport.close()
      done()
    })
  }
  return { recorder, transport, book, leave, close }
}

function bookOf (options: CaptureOptions, recorder: Recorder): Book {
  const base = baseOf(options)
  // The test itself takes longer.
  const mayBeOwn = (api: string) => api.startsWith(base) || api.startsWith('ws')
  const ignores = (api: string) => (mayBeOwn(api) && isOwn(base, api)) || ((options.ignore && quiet(() => options.ignore?.(api))) ?? false)
  return {
    get bodyBytes () { return recorder.bodyBytes },
    open: new Set<Call>(),
    logs: { bytes: 0, refusals: 0 },
    now: () => HOST.now(),
    ignores,
    begin: start => ignores(start.api) ? undefined : quiet(() => recorder.begin(start))
  }
}

/** Two recorders of the same service and session are one. */
export function serviceOf ({ session, url }: CaptureOptions): string {
  return `${session} ${url}`
}

/** The address of the service with a slash at its end, such as `https://earshot.example/`. */
function baseOf ({ url }: CaptureOptions): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/?$/, '/')}`
}

export function warn (sentence: string): void {
  console.error(sentence)
}

export const HOST: Host & Converter = {
  warn,
  now: nowMs,
  random: () => randomBytes(8).toString('hex'),
  utf8Bytes,
  converted,
  setTimer: (run, ms) => {
    const timer = later(run, ms).unref()
    return () => never(timer)
  }
}
