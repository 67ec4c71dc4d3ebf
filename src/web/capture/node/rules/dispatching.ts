// Applies rules to the requests that a dispatcher of undici gets: some are answered or failed without the dispatcher, others are delayed or
// changed.
import type { StartingRequest } from '../../../../rules/starting-request.js'
import { bytesOf } from '../../../../rules/answer.js'
import type { Picked } from '../../../../rules/rule-book.js'
import type { RuleChange } from '../../../../schema/rule.js'
import { quiet } from '../../core/host.js'
import { requestAfter, responseChanges, type ChangedRequest } from '../../core/rules/changes.js'
import type { RuledCall } from '../ruled-call.js'
import { Answering } from './answering.js'
import { appHandler, type Handler } from './app-handler.js'
import { askedOf, flat, withListedHeaders, type AskedDispatch, type DispatchOptions } from './asked-of-dispatch.js'
import { ResponsePath, type Outlet } from './response-path.js'
import { ruledHandler } from './ruled-handler.js'
import { destroyBody } from './sent-body.js'

export type Dispatch = (options: DispatchOptions, handler: Handler) => unknown

/** What this needs from the rules of the session and from the recorder. */
export interface Ruling {
  /** Whether there are rules at the moment. */
  readonly isActive: boolean
  /** Undefined if no rule applies to the request, or if it is not recorded. */
  pick (asked: StartingRequest): { picked: Picked, call: RuledCall } | undefined
  /** Calls `done` with false if the rule ends before. Returns a function that ends the wait. */
  wait (picked: Picked, ms: number, done: (isRuled: boolean) => void): () => void
  /** The text of the body of the fetch that runs, if it is known. */
  bodyText (): string | undefined
}

// The default of undici.
const HEADERS_TIMEOUT_MS = 300_000

/** A function in place of `dispatch`. `native` calls the dispatcher. */
export function ruledDispatch (native: Dispatch, ruling: Ruling): Dispatch {
  return (given, handler) => {
    if (!ruling.isActive || !isObject(given) || !isObject(handler)) return native(given, handler)
    const options = quiet(() => withListedHeaders(given)) ?? given
    const asked = quiet(() => askedOf(options, ruling.bodyText()))
    const ruled = asked && quiet(() => ruling.pick(asked))
    return ruled ? new RuledDispatch(native, ruling, options, handler, asked, ruled.picked, ruled.call).run() : native(options, handler)
  }
}

function isObject (value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

class RuledDispatch {
  constructor (
    private readonly native: Dispatch, private readonly ruling: Ruling, private readonly options: DispatchOptions,
    private readonly handler: Handler, private readonly asked: AskedDispatch, private readonly picked: Picked,
    private readonly call: RuledCall
  ) {}

  run (): unknown {
    if (this.picked.delayMs <= 0) return this.carryOut(true)
    const { signal } = this.options
    const target = signal instanceof AbortSignal ? signal : undefined
    const go = (isRuled: boolean) => {
      target?.removeEventListener('abort', abort)
      // The app's call has returned, so its handler gets what undici throws.
      try {
        this.carryOut(isRuled)
      } catch (error) {
        this.call.fail(error)
        quiet(() => appHandler(this.handler).fail(error))
      }
    }
    // The request begins, and its own code ends it at once.
    const abort = () => {
      cancel()
      go(true)
    }
    const cancel = this.ruling.wait(this.picked, this.picked.delayMs, go)
    target?.addEventListener('abort', abort)
    if (target?.aborted) abort()
    return true
  }

  private carryOut (isRuled: boolean): unknown {
    if (!isRuled) return this.send([])
    const { picked: { end, applied, changes }, call } = this
    call.met(applied)
    if (!end) return this.send(changes)
    const { method = 'GET', body, headersTimeout } = this.options
    const answering = new Answering(
      { method, body, headersTimeoutMs: headersTimeout ?? HEADERS_TIMEOUT_MS }, appHandler(this.handler), call
    )
    answering.run(end)
    if (end.type === 'fail' && end.how === 'timeout') {
      answering.onOver = this.ruling.wait(this.picked, Infinity, () => { if (answering.leave()) quiet(() => this.send([])) })
    }
    return true
  }

  private send (changes: RuleChange[]): unknown {
    const { options, asked, call } = this
    const { bodies } = this.picked
    const after = requestAfter(asked, changes, bodies)
    const changed = after ? quiet(() => changedOptions(options, asked, after)) ?? options : options
    const path = (outlet: Outlet) => new ResponsePath(asked.method, responseChanges(changes), bodies, call, outlet)
    const wrapped = ruledHandler(this.handler, path, error => call.fail(error))
    return call.sentBy(asked.method, after?.url ?? asked.url, () => this.native(changed, wrapped))
  }
}

function changedOptions (
  options: DispatchOptions, asked: AskedDispatch, { url, headers, content }: ChangedRequest
): DispatchOptions {
  const { origin, pathname, search } = new URL(url)
  const isElsewhere = origin !== new URL(asked.url).origin
  // undici makes them from the origin and from the body.
  const stale = (name: string) => (isElsewhere && /^host$/i.test(name)) || (content && /^(?:content-length|transfer-encoding)$/i.test(name))
  if (content) destroyBody(options.body, undefined)
  return {
    ...options,
    origin,
    path: pathname + search,
    query: undefined,
    headers: flat(headers.filter(([name]) => !stale(name))),
    ...content && { body: Buffer.from(bytesOf(content)) }
  }
}
