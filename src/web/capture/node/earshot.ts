// Earshot.start() records what this process asks of others by http, https, fetch and undici. Twice started is once, by whichever copy of
// the package.
import { randomBytes } from 'node:crypto'
import { Delivery } from '../core/delivery.js'
import { quiet, type Host } from '../core/host.js'
import { limitsOf, type CaptureOptions } from '../core/options.js'
import { isOwn } from '../core/own.js'
import { Recorder } from '../core/recorder.js'
import type { CaptureState } from '../core/state.js'
import type { Book, Call } from './call.js'
import { recordHttp } from './http-client.js'
import { onProcessEnd } from './process-end.js'
import { NodeTransport } from './transport.js'
import { recordUndici } from './undici-client.js'

export type { CaptureOptions, CaptureState }

interface Running {
  readonly service: string
  readonly state: CaptureState
  stop (): void
  onState (listener: (state: CaptureState) => void): void
}

const KEY = Symbol.for('earshot.node')
const place = globalThis as { [KEY]?: Running | undefined }

export const Earshot = {
  /** Never throws: what cannot be is told in one line on stderr. Another session, or another service, replaces the one before. */
  start (options: CaptureOptions): void {
    if (place[KEY]?.service === serviceOf(options)) return
    Earshot.stop()
    try {
      place[KEY] = run(options)
    } catch (error) {
      warn(`Earshot does not record: ${error instanceof Error ? error.message : String(error)}`)
    }
  },

  /** What was recorded is still sent; requests under way are told as they are. */
  stop (): void {
    place[KEY]?.stop()
    place[KEY] = undefined
  },

  /** undefined: not started. */
  get state (): CaptureState | undefined {
    return place[KEY]?.state
  },

  /** `listener` is called when the status, or its reason, is another, until the recorder is stopped. There is one listener. */
  onState (listener: (state: CaptureState) => void): void {
    place[KEY]?.onState(listener)
  }
}

function serviceOf ({ url, session }: CaptureOptions): string {
  return `${session} ${url}`
}

function run (options: CaptureOptions): Running {
  if ([...options.session].length !== 15) throw new TypeError(`a session has 15 characters, not "${options.session}"`)
  const transport = new NodeTransport(options)
  const recorder = new Recorder(options, HOST)
  recorder.deliverBy((...to) => new Delivery(options, transport, HOST, ...to))
  const book = bookOf(options, recorder)
  const leave = (reason: string) => {
    for (const call of [...book.open]) call.leave(reason)
    recorder.flush(false)
  }
  const ends = [recordHttp(book), recordUndici(book), onProcessEnd({
    soon: done => {
      leave(ENDED)
      transport.whenIdle(done)
    },
    now: () => transport.leave(() => leave(ENDED))
  })]
  return {
    service: serviceOf(options),
    get state () { return recorder.state },
    onState: listener => { recorder.onState = listener },
    stop: () => {
      for (const end of ends) end()
      leave('recorder stopped')
      recorder.stop()
      transport.whenIdle(() => transport.close())
    }
  }
}

function bookOf (options: CaptureOptions, recorder: Recorder): Book {
  const base = baseOf(options)
  const isIgnored = (api: string) => isOwn(base, api) || quiet(() => options.ignore?.(api))
  return {
    bodyBytes: limitsOf(options).bodyBytes,
    open: new Set<Call>(),
    now: () => HOST.now(),
    begin: (method, api, requestHeader) => isIgnored(api) ? undefined : quiet(() => recorder.begin({ method, api, requestHeader }))
  }
}

/** `https://earshot.example/`. */
function baseOf ({ url }: CaptureOptions): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/?$/, '/')}`
}

const ENDED = 'the process ended'

function warn (sentence: string): void {
  console.error(sentence)
}

const HOST: Host = {
  warn,
  now: () => performance.now(),
  random: () => randomBytes(8).toString('hex'),
  utf8Bytes: text => Buffer.byteLength(text),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  }
}
