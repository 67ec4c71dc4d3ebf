// What the wrapped functions share: the recorder, and the check whether a request is recorded.
import { quiet } from '../core/host.js'
import type { Exchange } from '../core/exchange.js'
import { isOwn } from '../core/own.js'
import { valueIn, type HeaderPairs } from '../core/raw-headers.js'
import type { Recorder } from '../core/recorder.js'
import { requestBody } from './bodies.js'

export interface FetchRequest {
  method: string
  address: string
  headers: HeaderPairs
  body?: unknown
  via?: string
}

/** What the tools of a development build ask Metro, and the socket of React's developer tools. */
const TOOLS = /^\/(?:symbolicate|open-stack-frame|open-url|hot|message|logs|inspector)\b/
const REACT_TOOLS = /^ws:\/\/[^/]*:8097\b/

export class Recording {
  /** How many XMLHttpRequests were opened. A fetch that opens one is a polyfill: only its XMLHttpRequest is recorded. */
  opened = 0

  /** `base`: where the service is mounted. `metro`: the origin from which the app's code was loaded, if it was. */
  constructor (
    readonly recorder: Recorder, private readonly base: string, private readonly metro: string | undefined,
    private readonly ignore: ((url: string) => boolean) | undefined
  ) {}

  /** undefined if the request is not to be recorded, or if recording failed. */
  begin ({ method, address: given, headers, body, via }: FetchRequest): Exchange | undefined {
    return quiet(() => {
      const address = given.replace(/#.*/, '')
      if (this.isHidden(address)) return undefined
      const { type, record } = requestBody(body, valueIn(headers, 'content-type'), this.recorder.bodyBytes) ?? {}
      const isLate = record && 'then' in record
      const exchange = this.recorder.begin({
        method,
        api: address,
        via,
        request: isLate ? undefined : record,
        requestHeader: write => write.request(method, address, headers, type)
      })
      if (isLate) record.then(read => exchange.requestBody(read), () => {})
      return exchange
    })
  }

  private isHidden (address: string): boolean {
    // Files of the device and the like are no requests.
    if (/^(?!https?:|wss?:)[a-z][a-z\d+.-]*:/i.test(address) || REACT_TOOLS.test(address) || isOwn(this.base, address)) return true
    const http = address.replace(/^ws/, 'http')
    if (this.metro !== undefined && http.startsWith(this.metro) && TOOLS.test(http.slice(this.metro.length))) return true
    return quiet(() => this.ignore?.(address)) === true
  }
}
