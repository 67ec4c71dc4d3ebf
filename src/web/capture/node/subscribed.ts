// Subscriptions to channels of Node and of undici. What a subscriber throws would end the process, so nothing gets out.
import diagnostics from 'node:diagnostics_channel'
import { quiet } from '../core/host.js'

/** By channel. Returns what ends all. */
export function subscribed (listeners: Record<string, (message: never) => void>): () => void {
  const own = Object.entries(listeners).map(([name, listener]) => {
    const hear = (message: unknown) => { quiet(() => listener(message as never)) }
    diagnostics.subscribe(name, hear)
    return () => { diagnostics.unsubscribe(name, hear) }
  })
  return () => { for (const end of own) end() }
}
