// The delivery, loaded behind the recorder. What is recorded until it comes waits; a page that is left before still tells what it asked for.
import { NO_RESPONSE } from '../core/exchange.js'
import type { Begun } from '../core/recorder.js'
import type { deliveryTo } from './delivery.js'
import { reasonOf } from './heads.js'
import { nativeFetch } from './natives.js'
import type { ConnectDelivery } from './page-earshot.js'
import { addressAt, type Service } from './service.js'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
/** Their outlines fit into what a page may send while it is left. */
const MOST_OUTLINES = 150
const EARLY = 'page left before the recorder was loaded: only this is known'

interface Part {
  deliveryTo: typeof deliveryTo
}

/** `place`: where the recorder's script comes from, as an address up to its last slash. */
export function lateDelivery (place: string, path: string): ConnectDelivery {
  return (recorder, service, options, host) => {
    // Whoever edits what is pushed wants nothing to be pushed unedited; and where somebody has to watch, nobody knows of any yet.
    if (options.when !== 'watched' && !(options.mask || undefined)?.edit) recorder.onEarlyLeave = begun => sendOutlines(begun, service, host.now())
    const load = (failures: number): void => {
      // A script that was copied has nothing beside it, but the service has. Browsers remember of an address that it could not be loaded.
      const address = (failures % 2 > 0 || !place ? service.base : place) + path
      import(`${address}?${failures}`)
        .then(({ deliveryTo }: Part) => recorder.deliverBy(deliveryTo(service, nativeFetch, options, host)), (error: unknown) => {
          if (recorder.isOver) return
          recorder.turn('retrying', reasonOf(error))
          host.setTimer(() => load(failures + 1), Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
        })
        .catch((error: unknown) => recorder.block(reasonOf(error)))
    }
    load(0)
  }
}

// What holds no secret, for nothing is masked yet.
function sendOutlines (begun: Begun[], service: Service, nowMs: number): void {
  const outlines = begun.slice(0, MOST_OUTLINES).map(({ start: { api, method }, push }) => {
    const { startMs, ...rest } = push
    const elapsedMs = Math.max(1, Math.round(nowMs - startMs))
    // Told with all the rest, should the page come back.
    push.note = 'page left; it came back'
    return {
      ...rest,
      api: api.replace(/\/\/[^/?#]*@/, '//').replace(/[?#].*/, ''),
      method: method.toUpperCase(),
      timeConsuming: elapsedMs,
      age: elapsedMs,
      responseHeader: NO_RESPONSE,
      note: EARLY
    }
  })
  if (outlines.length === 0) return
  nativeFetch(addressAt(service, 'capture/batch'), { method: 'POST', body: JSON.stringify(outlines), keepalive: true, credentials: 'omit' }).catch(() => {})
}
