// What the wraps of the browser have in common: the recorder, and what it does not record.
import { quiet } from '../core/host.js'
import type { Exchange } from '../core/exchange.js'
import { isOwn } from '../core/own.js'
import type { Recorder } from '../core/recorder.js'
import { requestHeader, valueIn, type HeaderPairs } from './heads.js'
import { requestBody } from './request-body.js'

export interface Asked {
  method: string
  /** None where the page gave an object of its own. */
  address: string | undefined
  headers: HeaderPairs | undefined
  body?: unknown
  via?: string
}

export class Recording {
  /** XMLHttpRequests that were opened until now. A fetch that opens one is a polyfill, and is recorded as that. */
  opened = 0

  /** `base`: where the service is mounted. */
  constructor (
    private readonly recorder: Recorder, private readonly base: string, readonly limitBytes: number,
    private readonly ignore: ((url: string) => boolean) | undefined
  ) {}

  /** Undefined where it is not to be recorded, or could not be. */
  begin ({ method, address, headers, body, via }: Asked): Exchange | undefined {
    return quiet(() => {
      if (address === undefined || isOwn(this.base, address) || quiet(() => this.ignore?.(address))) return undefined
      const { type, record } = requestBody(body, valueIn(headers ?? [], 'content-type'), this.limitBytes) ?? {}
      const isLate = record && 'then' in record
      const exchange = this.recorder.begin({
        method,
        api: address,
        via,
        request: isLate ? undefined : record,
        requestHeader: () => requestHeader(method, address, headers ?? [], type)
      })
      if (!headers) exchange.note('request headers not read: they could be read once only')
      if (isLate) record.then(read => exchange.requestBody(read), () => {})
      return exchange
    })
  }
}
