// Wraps `request` and `uploadFile`, so that each call is recorded. The app's options are copied, never changed; the app gets what the
// platform returns, or a promise derived from it.
import { canceled } from '../core/canceled.js'
import { quiet } from '../core/host.js'
import type { Exchange } from '../core/exchange.js'
import { bodyOf, contentTypeOf, headerOf, rawHeader } from './bodies.js'
import type { Answer, Ask, RequestOptions } from './platform.js'

export interface Book {
  readonly bodyBytes: number
  /** undefined if the request is not recorded. */
  begin (options: RequestOptions): Exchange | undefined
}

/** `promises`: the platform returns a promise only if it gets no callback, as uni does. */
export function recorded (native: Ask, book: Book, promises: boolean): Ask {
  return function request (this: unknown, ...args) {
    const [options] = args
    const exchange = isOptions(options) && !depth.inside ? quiet(() => book.begin(options)) : undefined
    if (!exchange) return Reflect.apply(native, this, args)
    const see = {
      end: (answer: unknown) => { quiet(() => ended(exchange, answer, options, book)) },
      fail: (answer: unknown) => { quiet(() => failed(exchange, answer, book)) }
    }
    const isPromised = promises && !CALLBACKS.some(name => typeof options[name] === 'function')
    const result = inside(() => Reflect.apply(native, this, [isPromised ? options : withCallbacks(options, see)]))
    return isPromised && isPromise(result) ? observed(result, see) : result
  }
}

/** uni calls wx: both calls are recorded as one request, and the recorder's own requests are not recorded. */
export function inside<Result> (run: () => Result): Result {
  const before = depth.inside
  depth.inside = true
  try {
    return run()
  } finally {
    depth.inside = before
  }
}

const CALLBACKS = ['success', 'fail', 'complete'] as const
const depth = { inside: false }

interface See { end (answer: unknown): void, fail (answer: unknown): void }

function withCallbacks (options: RequestOptions, see: See): RequestOptions {
  const { success, fail } = options
  return {
    ...options,
    success (this: unknown, ...args: [Answer]) {
      see.end(args[0])
      return success ? Reflect.apply(success, this, args) : undefined
    },
    fail (this: unknown, ...args: [Answer]) {
      see.fail(args[0])
      return fail ? Reflect.apply(fail, this, args) : undefined
    }
  }
}

// The app gets the derived promise. If it got the first one, our handler would make the platform treat every rejection as handled.
function observed (result: PromiseLike<unknown>, see: See): PromiseLike<unknown> {
  return result.then(value => {
    // uni for Vue 2 resolves with [error, answer].
    if (Array.isArray(value) && value[0]) see.fail(value[0])
    else see.end(Array.isArray(value) ? value[1] : value)
    return value
  }, (error: unknown) => {
    see.fail(error)
    throw error
  })
}

function ended (exchange: Exchange, answer: unknown, options: RequestOptions, book: Book): void {
  const said = (answer ?? {}) as Answer
  const header = headerOf(said)
  exchange.end({
    responseHeader: rawHeader(`HTTP/1.1 ${said.statusCode ?? said.status ?? 200}`, header),
    response: options.enableChunked
      ? {
          note: 'received in chunks, which are not recorded'
        }
      : bodyOf(said.data, contentTypeOf(header), book.bodyBytes)
  })
}

// Alipay reports an answer with an error status as a failure, with its status; other platforms report it as an answer.
function failed (exchange: Exchange, answer: unknown, book: Book): void {
  const said = (answer ?? {}) as Answer
  const status = said.statusCode ?? said.status
  if (status !== undefined && status >= 100) return ended(exchange, said, { url: '' }, book)
  const why = said.errMsg ?? said.errorMessage ?? (said.error === undefined ? 'failed' : `error ${said.error}`)
  exchange.fail(/\babort/i.test(why) ? canceled(why) : why)
}

function isOptions (options: unknown): options is RequestOptions {
  return typeof (options as Partial<RequestOptions> | undefined)?.url === 'string'
}

function isPromise (value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === 'function'
}
