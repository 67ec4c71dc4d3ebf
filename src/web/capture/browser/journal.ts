// Buffers the events of the streams of a page, up to a limit, until the part for messages is loaded. After that, it passes each event on at
// once.
import { quiet } from '../core/host.js'
import type { Exchange } from '../core/exchange.js'
import { NoteCode } from '../core/notes.js'
import { bytesOf, isBytes } from './binary.js'
import { nowMs } from './natives.js'

/** A stream of the page. */
export interface PageStream {
  exchange: Exchange
  target: EventSource | WebSocket | Response | XMLHttpRequest
  /** How many events were dropped because the journal was full. */
  lost: number
}

export interface StreamEvent {
  channel: PageStream
  /**
   * `send`, `close`, the type of the event, or the content type of the Response. For an XMLHttpRequest, it is `send`: a part for messages
   * of an older version, which does not know XMLHttpRequests, ignores that unless the state is 1, and here it is 2 or more.
   */
  type: string
  atMs: number
  /** The channel's `readyState` at this time. */
  state: number
  /** The data that was sent or received, or the body of the Response. Bytes may belong to the page: copy them at once to keep them. */
  data: unknown
  event: Event | undefined
  /** How many events of the channel were lost before this one. */
  lost: number
}

export type OnStreamEvent = (streamEvent: StreamEvent) => void

export type RecordEvent = (stream: PageStream | undefined, type: string, data?: unknown, event?: Event) => void

const MAX_BYTES = 1024 * 1024
/** About what an event takes in memory, besides its data. */
const BASE_BYTES = 100

/** `load` is called when something happens for the first time, and again if it failed. */
export function journal (load: () => Promise<OnStreamEvent>): RecordEvent {
  let noted: StreamEvent[] = []
  let room = MAX_BYTES
  let hear: OnStreamEvent | undefined
  let loading: unknown
  return (stream, type, given, event) => quiet(() => {
    if (!stream) return
    // Bytes that wait are copied, because the page may change them afterwards. The part for messages copies only what it keeps.
    const data = !hear && isBytes(given) ? bytesOf(given).slice() : given
    const streamEvent = {
      channel: stream, type, atMs: nowMs(), state: (stream.target as WebSocket).readyState, lost: stream.lost, data, event
    }
    if (hear) return hear(streamEvent)
    room -= BASE_BYTES + ((data as string | undefined)?.length ?? 0)
    if (room > 0) noted.push(streamEvent)
    else stream.lost++
    loading ??= load().then(loaded => {
      hear = loaded
      for (const streamEvent of noted) quiet(() => loaded(streamEvent))
      noted = []
    }, () => { loading = undefined })
  })
}

/** In place of the part for messages if it cannot be loaded: for example, because the service is older than this script. */
export function endOnClose ({ channel, type, data }: StreamEvent): void {
  // An event of a server may have the same name; it has data.
  if (type === 'close' && data === undefined) channel.exchange.end({ responseHeader: '', note: NoteCode.MessagesUnheard })
}
