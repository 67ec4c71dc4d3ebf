// The delivery, loaded behind the recorder. What is recorded until it comes waits; a page that is left before tells outlines of it.
import type { Host } from '../core/host.js'
import type { DeliveryPart } from './delivery.js'
import { reasonOf } from './heads.js'
import { nativeFetch } from './natives.js'
import { sendOutlines } from './outlines.js'
import type { ConnectDelivery } from './page-earshot.js'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
const PATIENCE_MS = 20_000
const LONGEST_PARSING_MS = 3000

/** `place`: where the recorder's script comes from, as an address up to its last slash. `path`: what the build has put beside it. */
export function lateDelivery (place: string, path: string): ConnectDelivery {
  return (recorder, service, options, host) => {
    // Whoever edits what is pushed wants nothing to be pushed unedited; and where somebody has to watch, nobody knows of any yet.
    if (options.when !== 'watched' && !(options.mask && options.mask.edit)) {
      recorder.onEarlyLeave = begun => sendOutlines(begun, service, host.now())
    }
    let part: Promise<DeliveryPart>
    const load = (failures: number): void => {
      if (failures > 0 && recorder.isOver) return
      // The service has it where the script was copied, and where it was updated since.
      part = failures > 0
        ? loaded(`${service.base}earshot-delivery.js?${failures}`, host)
        : parsed(host).then(() => loaded((place || service.base) + path, host))
      part.then(delivery => delivery.connect(recorder, service, options, host, nativeFetch), ({ message }: Error) => {
        recorder.turn('retrying', message)
        host.setTimer(() => load(failures + 1), Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
      }).catch((error: unknown) => recorder.block(reasonOf(error)))
    }
    load(0)
    return () => part
  }
}

function loaded (address: string, host: Host): Promise<DeliveryPart> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the part of the recorder that sends cannot be loaded'))
    host.setTimer(fail, PATIENCE_MS)
    import(address).then(({ delivery1 }: { delivery1?: DeliveryPart }) => delivery1 ? resolve(delivery1) : fail(), fail)
  })
}

// Browsers that have one import map a page take none after the first module.
async function parsed (host: Host): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise<unknown>(resolve => {
    document.addEventListener('DOMContentLoaded', resolve)
    // Some pages are written for as long as they are open.
    host.setTimer(() => resolve(undefined), LONGEST_PARSING_MS)
  })
}
