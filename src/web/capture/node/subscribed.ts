// Subscriptions to diagnostics channels of Node and of undici. An error in a subscriber would end the process, so all errors are caught.
import diagnostics from 'node:diagnostics_channel'
import { quiet } from '../core/host.js'

/** `listeners`: by the name of the channel. Returns a function that ends all subscriptions. */
export function subscribed (listeners: Record<string, (message: never) => void>): () => void {
  const own = Object.entries(listeners).map(([name, listener]) => {
    const hear = (message: unknown) => { quiet(() => listener(message as never)) }
    diagnostics.subscribe(name, hear)
    return () => { diagnostics.unsubscribe(name, hear) }
  })
  return () => { for (const end of own) end() }
}
