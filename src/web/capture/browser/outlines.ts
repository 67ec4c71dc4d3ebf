// What a page that is left tells of its requests before anything of them is masked: nothing that may be secret.
import { NO_RESPONSE } from '../core/exchange.js'
import type { Begun } from '../core/recorder.js'
import { nativeBeacon } from './natives.js'
import { addressAt, type Service } from './service.js'

// Browsers refuse what goes beyond the room that they have for the end of a page, so it goes in small batches.
const BATCH = 20
const LONGEST_ADDRESS = 1000
const TOLD = 'page left before the recorder was loaded'

export function sendOutlines (begun: Begun[], service: Service, nowMs: number): void {
  const outlines = begun.map(({ start: { api, method }, push }) => {
    const { startMs, ...rest } = push
    const elapsedMs = Math.max(1, Math.round(nowMs - startMs))
    // Told with all the rest, should the page come back.
    push.note = 'page left; it came back'
    return {
      ...rest,
      api: api.replace(/\/\/[^/?#]*@/g, '//').replace(/[?#].*/, '').slice(0, LONGEST_ADDRESS),
      method: /^(?:GET|HEAD|PUT|PATCH|DELETE|OPTIONS)$/i.test(method) ? method.toUpperCase() : 'POST',
      timeConsuming: elapsedMs,
      age: elapsedMs,
      responseHeader: NO_RESPONSE,
      note: TOLD
    }
  })
  while (outlines.length > 0) nativeBeacon(addressAt(service, 'capture/batch'), JSON.stringify(outlines.splice(0, BATCH)))
}
