// Wraps `request`, `uploadFile` and `downloadFile`, so that each call is recorded. The app's options are copied, never changed; the app
// gets what the platform returns, or a promise derived from it.
import type { BodyRecord } from '../core/body.js'
import { canceled } from '../core/canceled.js'
import { quiet } from '../core/host.js'
import type { Exchange } from '../core/exchange.js'
import { recordUniCall, isRecordedAsUniCall } from './uni-calls.js'
import { bodyOf, contentTypeOf, headerOf, rawHeader } from './bodies.js'
import { Chunks } from './chunks.js'
import { fileRecord, followed, type Download } from './download.js'
import { reportEffect } from './rule-effect.js'
import type { PlatformAnswer, Ask, RequestOptions } from './platform.js'
import type { Streams } from './streams.js'

export interface CallRecording {
  readonly bodyBytes: number
  /** The platform writes the body of the answer to a file. */
  readonly isDownload: boolean
  readonly streams: Streams
  /** undefined if the request is not recorded. */
  begin (options: RequestOptions): Exchange | undefined
}

export function recordingAsk (native: Ask, recording: CallRecording): Ask {
  return function request (this: unknown, ...args) {
    const [options] = args
    const isMine = isOptions(options) && !own.isAsking && !isRecordedAsUniCall(options.url)
    const exchange = isMine ? quiet(() => recording.begin(options)) : undefined
    if (!exchange) return Reflect.apply(native, this, args)
    const watch = watching(() => exchange, options, recording)
    const result: unknown = Reflect.apply(native, this, [withCallbacks(options, watch)])
    watch.begun(result, exchange)
    return result
  }
}

/** For uni. Returns a promise only if there is no callback, as uni does. */
export function recordingUni (native: Ask, recording: CallRecording): Ask {
  return function request (this: unknown, ...args) {
    const [options] = args
    if (!isOptions(options) || own.isAsking) return Reflect.apply(native, this, args)
    let exchange: Exchange | undefined
    let done = () => {}
    const watch = watching(() => { done(); return exchange }, options, recording)
    const isPromised = !CALLBACKS.some(name => typeof options[name] === 'function')
    const run = () => Reflect.apply(native, this, [isPromised ? options : withCallbacks(options, watch)])
    const result = recordUniCall(options.url, run, end => {
      exchange = quiet(() => recording.begin(options))
      done = end
    })
    if (!exchange) return result
    watch.begun(result, exchange)
    return isPromised && isPromise(result) ? observed(result, watch) : result
  }
}

/** The recorder's own requests: they are not recorded. */
export function unrecorded (run: () => void): void {
  own.isAsking = true
  try {
    run()
  } finally {
    own.isAsking = false
  }
}

const own = { isAsking: false }

const CALLBACKS = ['success', 'fail', 'complete'] as const

interface Watch {
  /** `result`: what the platform returned. */
  begun (result: unknown, exchange: Exchange): void
  end (answer: unknown): void
  fail (answer: unknown): void
}

/** `of`: undefined if the platform below records the request. */
function watching (of: () => Exchange | undefined, options: RequestOptions, recording: CallRecording): Watch {
  const download = recording.isDownload ? { header: {} } : undefined
  const chunks = options.enableChunked ? new Chunks(recording.streams) : undefined
  return {
    begun: (result, exchange) => {
      if (download) quiet(() => followed(download, result))
      chunks?.follow(exchange, result)
    },
    end: answer => { quiet(() => ended(of(), answer, recording, download, chunks)) },
    fail: answer => { quiet(() => failed(of(), answer, recording, download, chunks)) }
  }
}

function withCallbacks (options: RequestOptions, watch: Watch): RequestOptions {
  const { success, fail } = options
  return {
    ...options,
    success (this: unknown, ...args: [PlatformAnswer]) {
      watch.end(args[0])
      return success ? Reflect.apply(success, this, args) : undefined
    },
    fail (this: unknown, ...args: [PlatformAnswer]) {
      watch.fail(args[0])
      return fail ? Reflect.apply(fail, this, args) : undefined
    }
  }
}

// The app gets the derived promise. If it got the first one, our handler would make the platform treat every rejection as handled.
function observed (result: PromiseLike<unknown>, watch: Watch): PromiseLike<unknown> {
  return result.then(value => {
    // uni for Vue 2 resolves with [error, answer].
    if (Array.isArray(value) && value[0]) watch.fail(value[0])
    else watch.end(Array.isArray(value) ? value[1] : value)
    return value
  }, (error: unknown) => {
    watch.fail(error)
    throw error
  })
}

function ended (exchange: Exchange | undefined, answer: unknown, recording: CallRecording, download?: Download, chunks?: Chunks): void {
  chunks?.end('')
  const said = (answer ?? {}) as PlatformAnswer
  const header = { ...download?.header, ...headerOf(said) }
  if (exchange) reportEffect(exchange, said)
  exchange?.end({
    responseHeader: rawHeader(`HTTP/1.1 ${said.statusCode ?? said.status ?? 200}`, header),
    response: responseOf(said, header, recording, download, chunks)
  })
}

function responseOf (
  { data }: PlatformAnswer, header: Record<string, unknown>, recording: CallRecording, download: Download | undefined,
  chunks: Chunks | undefined
): BodyRecord | undefined {
  if (download) return fileRecord(download)
  if (chunks) return chunks.record
  return bodyOf(data, contentTypeOf(header), recording.bodyBytes)
}

// Alipay reports an answer with an error status as a failure, with its status; other platforms report it as an answer.
function failed (exchange: Exchange | undefined, answer: unknown, recording: CallRecording, download?: Download, chunks?: Chunks): void {
  const said = (answer ?? {}) as PlatformAnswer
  const status = said.statusCode ?? said.status
  if (status !== undefined && status >= 100) return ended(exchange, said, recording, download, chunks)
  if (exchange) reportEffect(exchange, said)
  const why = said.errMsg ?? said.errorMessage ?? (said.error === undefined ? 'failed' : `error ${said.error}`)
  chunks?.end(why)
  exchange?.fail(/\babort/i.test(why) ? canceled(why) : why)
}

function isOptions (options: unknown): options is RequestOptions {
  return typeof (options as Partial<RequestOptions> | undefined)?.url === 'string'
}

function isPromise (value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === 'function'
}
