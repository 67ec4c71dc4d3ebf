// Loads the delivery after the recorder. Until the delivery is loaded, the recorder keeps its records; if the page is left before that,
// only outlines are sent.
import type { Host } from '../core/host.js'
import type { DeliveryPart } from './delivery.js'
import { reasonOf } from './heads.js'
import { nativeFetch } from './natives.js'
import { sendOutlines } from './outlines.js'
import type { ConnectDelivery } from './page-earshot.js'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000
const TIMEOUT_MS = 20_000
const MAX_PARSING_MS = 3000

/** `place`: the folder of the recorder's script, with a slash at its end, or empty. `path`: the delivery script, relative to it. */
export function lateDelivery (place: string, path: string): ConnectDelivery {
  return (recorder, service, options, host) => {
    // With `edit`, nothing may be pushed unedited; with `when: 'watched'`, it is not known yet whether anybody watches.
    if (service.session && options.when !== 'watched' && !(options.mask && options.mask.edit)) {
      recorder.onEarlyLeave = begun => sendOutlines(begun, service, host.now())
    }
    let part: Promise<DeliveryPart>
    const load = (failures: number): void => {
      if (failures > 0 && recorder.isOver) return
      // Retries load it from the service: the file beside the script may be missing (script copied) or renamed (service updated).
      part = failures > 0
        ? loaded(`${service.base}earshot-delivery.js?${failures}`, host)
        // With the session, so that a viewer who waits for the first request is told which browser has loaded it.
        : parsed(host).then(() => loaded(`${(place || service.base) + path}?${service.session}`, host))
      part.then(delivery => delivery.connect(recorder, service, options, host, nativeFetch), ({ message }: Error) => {
        recorder.setStatus('retrying', message)
        host.setTimer(() => load(failures + 1), Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
      }).catch((error: unknown) => recorder.block(reasonOf(error)))
    }
    load(0)
    return () => part
  }
}

function loaded (address: string, host: Host): Promise<DeliveryPart> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('cannot load earshot-delivery.js'))
    host.setTimer(fail, TIMEOUT_MS)
    import(address).then(({ delivery3 }: { delivery3?: DeliveryPart }) => delivery3 ? resolve(delivery3) : fail(), fail)
  })
}

// Some browsers accept no import map after the first module: wait until the page is parsed, with its own import map.
async function parsed (host: Host): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise<unknown>(resolve => {
    document.addEventListener('DOMContentLoaded', resolve)
    // Some pages never finish parsing: the server streams them for as long as they are open.
    host.setTimer(() => resolve(undefined), MAX_PARSING_MS)
  })
}
