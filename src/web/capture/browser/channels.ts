// Records EventSource and WebSocket: one entry for each connection. The events of a connection go to the journal, which passes them on to
// the part for messages.
import type { Call } from './frameless.js'
import { addressOf } from './heads.js'
import type { PageStream } from './journal.js'
import { SILENT, type Patches } from './patch.js'
import type { Recording } from './recording.js'

interface Connection extends PageStream {
  target: EventSource | WebSocket
  /** The types of the observed events. */
  types: Set<unknown>
}

const TYPES = ['open', 'message', 'error', 'close']

export function wrapChannels (patches: Patches, recording: Recording): void {
  const { record } = recording
  const channels = new WeakMap<object, Connection>()
  // Events with a name reach only those who listen to that name, so we listen when the page does.
  const listen = ([, self, [type]]: Call) => {
    const channel = channels.get(self)
    if (typeof type !== 'string' || !channel || channel.types.has(type)) return
    channel.types.add(type)
    channel.target.addEventListener(type, event => record(channel, type, (event as MessageEvent).data, event))
  }
  const wrap = (name: 'WebSocket' | 'EventSource', method: string, begun = () => {}) => {
    patches.addClass(globalThis, name, (target: EventSource | WebSocket) => {
      const exchange = recording.begin({ method: 'GET', address: addressOf(target.url), headers: [], via: name.toLowerCase() })
      if (!exchange) return
      channels.set(target, { exchange, target, types: new Set(), lost: 0 })
      for (const type of TYPES) listen([name as never, target as never, [type]])
      begun()
    })
    patches.add(globalThis[name].prototype, method, ([, self, [data]]) => () => record(channels.get(self), method, data), SILENT)
  }
  wrap('WebSocket', 'send')
  let sources = 0
  wrap('EventSource', 'close', () => { if (!sources++) patches.add(EventTarget.prototype, 'addEventListener', listen, SILENT) })
}
