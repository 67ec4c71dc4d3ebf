// What the wrapped functions of the browser share: the recorder, and the check whether a request is recorded.
import { quiet } from '../core/host.js'
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'
import { NoteCode } from '../core/notes.js'
import { isOwn } from '../core/own.js'
import { valueIn, type HeaderPairs } from '../core/raw-headers.js'
import type { Recorder } from '../core/recorder.js'
import type { RecordEvent } from './journal.js'
import { requestBody } from './request-body.js'

export interface PageRequest {
  method: string
  /** undefined if the page gave neither a string nor a URL. */
  address: string | undefined
  headers: HeaderPairs | undefined
  body?: unknown
  startMs?: number
  via?: string
}

export class Recording {
  /** How many XMLHttpRequests were opened. A fetch that opens one is a polyfill: only its XMLHttpRequest is recorded. */
  opened = 0

  /** `base`: where the service is mounted. `readCopy`: reads a copy as soon as the delivery is loaded. `record`: see journal.ts. */
  constructor (
    readonly recorder: Recorder, private readonly base: string, private readonly ignore: ((url: string) => boolean) | undefined,
    readonly readCopy: (copy: Response | Request, type: string, signal?: AbortSignal) => Promise<BodyRecord>,
    readonly record: RecordEvent
  ) {}

  /** undefined if the request is not to be recorded, or if recording failed. */
  begin ({ method, address, headers, body, via, startMs }: PageRequest): Exchange | undefined {
    return quiet(() => {
      if (address === undefined || isOwn(this.base, address) || quiet(() => this.ignore?.(address))) return undefined
      const { type, record } = requestBody(body, valueIn(headers ?? [], 'content-type'), this.recorder.bodyBytes) ?? {}
      const isLate = record && 'then' in record
      const exchange = this.recorder.begin({
        method,
        api: address,
        via,
        startMs,
        request: isLate ? undefined : record,
        requestHeader: write => write.request(method, address, headers ?? [], type)
      })
      if (!headers) exchange.note(NoteCode.HeadersReadOnce)
      if (isLate) record.then(read => exchange.requestBody(read), () => {})
      return exchange
    })
  }
}
