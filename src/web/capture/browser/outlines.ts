// Outlines of requests, sent if a page is left before the part that masks secrets is loaded. They contain nothing that may be secret.
import { NO_RESPONSE } from '../core/exchange.js'
import type { EarlyRequest } from '../core/recorder.js'
import { nativeBeacon } from './natives.js'
import { addressAt, type Service } from './service.js'

// Browsers limit the size of the beacons in flight and refuse more, so the outlines are sent in small batches.
const BATCH = 20
const MAX_ADDRESS_LENGTH = 1000
const LEFT_EARLY = 'page was left while the recorder was loading'

export function sendOutlines (begun: EarlyRequest[], service: Service, nowMs: number): void {
  const outlines = begun.map(({ start: { api, method }, push }) => {
    const { startMs, ...rest } = push
    const elapsedMs = Math.round(nowMs - startMs) || 1
    // The note of the complete request, which is sent only if the user comes back to the page.
    push.note = 'page was left; page was restored'
    return {
      ...rest,
      api: api.replace(/[?#].*/, '').replace(/\/\/[^/]*@/, '//').slice(0, MAX_ADDRESS_LENGTH),
      method: /^(GET|HEAD|PUT|PATCH|DELETE|OPTIONS|ERROR)$/i.test(method) ? method : 'POST',
      timeConsuming: elapsedMs,
      age: elapsedMs,
      responseHeader: NO_RESPONSE,
      note: LEFT_EARLY
    }
  })
  while (outlines.length > 0) nativeBeacon(addressAt(service, 'capture/batch'), JSON.stringify(outlines.splice(0, BATCH)))
}
