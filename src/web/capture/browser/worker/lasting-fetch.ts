// Sends batches by `keepalive` requests, which may outlive the worker, because a worker is not told when it ends. Browsers allow 64 KB for
// all such requests together, so the recorder uses at most half of that, and leaves the rest to the app.
import { utf8Bytes } from '../natives.js'

const MAX_IN_FLIGHT_BYTES = 32 * 1024

export function lastingFetch (native: typeof fetch): typeof fetch {
  let inFlightBytes = 0
  // The browser refuses such a request if the app's own have taken all the room. The next one is sent without.
  let isRefused = false
  return async (address, init) => {
    const bytes = typeof init?.body === 'string' ? utf8Bytes(init.body) : Infinity
    if (isRefused || inFlightBytes + bytes > MAX_IN_FLIGHT_BYTES) {
      isRefused = false
      return await native(address, init)
    }
    inFlightBytes += bytes
    try {
      return await native(address, { ...init, keepalive: true })
    } catch (error) {
      isRefused = true
      throw error
    } finally {
      inFlightBytes -= bytes
    }
  }
}
