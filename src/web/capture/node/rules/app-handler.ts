// The handler that an app, fetch or a method of undici gives to a dispatcher. Up to undici 6, the methods of a handler have the old names;
// since undici 8, they have new names; undici 7 accepts both. This module gives all handlers the same interface.
import type { HeaderPairs } from '../../../../rules/answer.js'

/** The old form. Headers alternate between names and values. */
interface OldHandler {
  onConnect?: (abort: Abort, context?: unknown) => unknown
  onResponseStarted?: () => unknown
  onHeaders?: (status: number, headers: Buffer[], resume: () => void, reason: string) => unknown
  onData?: (chunk: Buffer) => unknown
  onComplete?: (trailers: Buffer[]) => unknown
  onError?: (error: unknown) => unknown
  onBodySent?: (chunk: unknown) => unknown
  onRequestSent?: () => unknown
}

/** The new form. */
interface NewHandler {
  onRequestStart?: (controller: Controller, context?: unknown) => unknown
  onResponseStarted?: () => unknown
  onResponseStart?: (controller: Controller, status: number, headers: HeaderRecord, reason: string) => unknown
  onResponseData?: (controller: Controller, chunk: Buffer) => unknown
  onResponseEnd?: (controller: Controller, trailers: HeaderRecord) => unknown
  onResponseError?: (controller: Controller, error: unknown) => unknown
  onBodySent?: (chunk: unknown) => unknown
  onRequestSent?: () => unknown
}

export type Handler = OldHandler & NewHandler
export type Abort = (reason?: unknown) => void
type HeaderRecord = Record<string, string | string[]>

/** What handlers of the new form get to control their request. */
export class Controller {
  rawHeaders: Buffer[] | null = null
  rawTrailers: Buffer[] | null = null
  aborted = false
  reason: unknown = null
  paused = false
  resumed: () => void = () => {}

  constructor (private readonly end: Abort) {}

  pause (): void {
    this.paused = true
  }

  resume (): void {
    this.paused = false
    this.resumed()
  }

  abort (reason?: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.end(reason)
  }
}

/** Each method that returns a boolean returns false if the app wants no more until `resume` is called. */
export interface AppHandler {
  start (abort: Abort): void
  head (status: number, headers: HeaderPairs, reason: string, resume: () => void): boolean
  data (chunk: Buffer): boolean
  end (): void
  fail (error: unknown): void
  bodySent (chunk: unknown): void
  requestSent (): void
}

export function isNew (handler: Handler): boolean {
  return typeof handler.onRequestStart === 'function'
}

export function appHandler (handler: Handler): AppHandler {
  const sending = {
    bodySent: (chunk: unknown) => { handler.onBodySent?.(chunk) },
    requestSent: () => { handler.onRequestSent?.() }
  }
  return isNew(handler) ? { ...ofNew(handler), ...sending } : { ...ofOld(handler), ...sending }
}

type Receiving = Omit<AppHandler, 'bodySent' | 'requestSent'>

function ofOld (handler: OldHandler): Receiving {
  return {
    start: abort => { handler.onConnect?.(abort, null) },
    head: (status, headers, reason, resume) => {
      handler.onResponseStarted?.()
      return handler.onHeaders?.(status, rawOf(headers), resume, reason) !== false
    },
    data: chunk => handler.onData?.(chunk) !== false,
    end: () => { handler.onComplete?.([]) },
    fail: error => { handler.onError?.(error) }
  }
}

function ofNew (handler: NewHandler): Receiving {
  let controller = new Controller(() => {})
  return {
    start: abort => {
      controller = new Controller(abort)
      handler.onRequestStart?.(controller, null)
    },
    head: (status, headers, reason, resume) => {
      handler.onResponseStarted?.()
      controller.resumed = resume
      controller.rawHeaders = rawOf(headers)
      handler.onResponseStart?.(controller, status, recordOf(headers), reason)
      return !controller.paused
    },
    data: chunk => {
      handler.onResponseData?.(controller, chunk)
      return !controller.paused
    },
    end: () => {
      controller.rawTrailers = []
      handler.onResponseEnd?.(controller, {})
    },
    fail: error => { handler.onResponseError?.(controller, error) }
  }
}

export function rawOf (headers: HeaderPairs): Buffer[] {
  return headers.flatMap(pair => pair.map(text => Buffer.from(text, 'latin1')))
}

/** Names in lower case; repeated ones have a list. */
export function recordOf (headers: HeaderPairs): HeaderRecord {
  const record: HeaderRecord = {}
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    const before = Object.hasOwn(record, name) ? record[name] : undefined
    const now = before === undefined ? value : [before, value].flat()
    Object.defineProperty(record, name, { value: now, configurable: true, enumerable: true, writable: true })
  }
  return record
}
