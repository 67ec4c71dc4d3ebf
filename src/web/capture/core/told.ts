// What is told of a request by whoever watches it: its start and its end.
import type { BodyRecord } from './body.js'
import type { LateText } from './late-text.js'

export interface Start {
  method: string
  /** The absolute address. */
  api: string
  /** Raw, with or without a start line. */
  requestHeader: LateText
  request?: BodyRecord | undefined
  via?: string | undefined
}

export interface ExchangeEnd {
  responseHeader: LateText
  response?: BodyRecord | undefined
  note?: string | undefined
  /** By the clock of the host, where it has ended before this is known of it. */
  endMs?: number | undefined
}
