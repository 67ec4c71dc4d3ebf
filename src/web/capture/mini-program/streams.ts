// What the messages of all streams of a mini-program share.
import type { Host } from '../core/host.js'
import type { Logs } from '../core/message-log.js'

export interface Streams {
  readonly logs: Logs
  readonly clock: Pick<Host, 'now' | 'utf8Bytes'>
}
