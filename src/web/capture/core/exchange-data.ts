// The data that is reported for each request by the code that watches requests: its start and its end.
import type { BodyRecord } from './body.js'
import type { LateText } from './late-text.js'
import type { RequestNote } from './notes.js'

export interface Start {
  method: string
  /** The absolute address. */
  api: string
  /** Raw, with or without a start line. */
  requestHeader: LateText
  request?: BodyRecord | undefined
  via?: string | undefined
  /** When it started, by the host's clock, if that was earlier than this call. */
  startMs?: number | undefined
}

export interface ExchangeEnd {
  responseHeader: LateText
  response?: BodyRecord | undefined
  note?: RequestNote | undefined
  /** If it turns out only now how the request was made. */
  via?: string | undefined
  /** When it ended, by the host's clock, if that was earlier than this call. */
  endMs?: number | undefined
}
