// A message of a stream, as the code that watches the stream reports it.
import type { BodyRecord } from './body.js'

/** The longest content of a message, in bytes. A longer one is cut. */
export const MESSAGE_BYTES = 64 * 1024

export interface ObservedMessage {
  dir: 'in' | 'out'
  kind: 'text' | 'binary' | 'event' | 'open' | 'close' | 'error'
  /** When, by the host's clock. */
  atMs: number
  /** The size of the whole content, in bytes. */
  size: number
  /** Cut already, and a copy. `undefined`: there is none, or it is not known. */
  body?: BodyRecord | undefined
  /** True while the body is still being read; the messages after it wait for it. */
  isReading?: boolean
  /** The name of a server-sent event. */
  event?: string | undefined
  lastEventId?: string | undefined
  /** The content is missing, or only its beginning is kept. */
  cut?: boolean | undefined
}
