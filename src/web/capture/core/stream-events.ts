// Finds the messages in the body of a response that is a stream: server-sent events, or lines of JSON.
import { Lines } from './lines.js'
import { MESSAGE_BYTES } from './message.js'

export interface BodyMessage {
  kind: 'event' | 'text'
  text: string
  /** The whole length, if only the beginning is kept. */
  chars: number
  event?: string
  lastEventId?: string
}

export interface Finder {
  feed (text: string): void
  /** The body has ended. */
  finish (): void
}

/** `type`: `text/event-stream`, or one of lines. */
export function finderOf (type: string, use: (found: BodyMessage) => void): Finder {
  return /^text/i.test(type)
    ? eventFinder(use)
    : new Lines(true, (line, chars) => {
      if (line.trim()) use({ kind: 'text', text: line.endsWith('\r') ? line.slice(0, -1) : line, chars })
    })
}

// The rules of the HTML standard. An event that has not ended when the body ends is dropped, as browsers do.
function eventFinder (use: (found: BodyMessage) => void): Finder {
  let lastEventId = ''
  let event = ''
  let data: string | undefined
  let chars = 0
  const dispatch = () => {
    if (data !== undefined) use({ kind: 'event', text: data, chars, ...(event && { event }), ...(lastEventId && { lastEventId }) })
    event = ''
    data = undefined
    chars = 0
  }
  const lines = new Lines(false, (line, length) => {
    if (line === '') return dispatch()
    const [, name, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? []
    if (name === 'event') event = value
    else if (name === 'id' && !value.includes('\0')) lastEventId = value
    else if (name === 'data') {
      chars += (data === undefined ? 0 : 1) + value.length + length - line.length
      if (data === undefined) data = value.slice(0, MESSAGE_BYTES)
      else if (data.length < MESSAGE_BYTES) data = `${data}\n${value}`.slice(0, MESSAGE_BYTES)
    }
  })
  return { feed: text => lines.feed(text), finish: () => {} }
}
