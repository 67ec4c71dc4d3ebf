// Masks and sends the requests of a page, and uploads its pictures. /earshot.js loads this part as a separate module, so that the page does
// not wait for it.
import { Delivery } from '../core/delivery.js'
import type { Host } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import type { Recorder } from '../core/recorder.js'
import { converted } from './converted.js'
import { readCopy } from './response-copy.js'
import { uploadScreenshot } from './screenshot.js'
import type { Service } from './service.js'
import { browserTransport } from './transport.js'

/** The interface that the recorder of a page uses. */
export interface DeliveryPart {
  /** `nativeFetch`: the browser's own. */
  connect (recorder: Recorder, service: Service, options: CaptureOptions, host: Host, nativeFetch: typeof fetch): void
  readCopy: typeof readCopy
  uploadScreenshot: typeof uploadScreenshot
}

/**
 * A page that was opened before the service was updated loads a newer delivery. The number in this name changes when an older recorder
 * cannot work with it: when this interface, `Delivery`, `Drafts` or their arguments change. `delivery1` got no bodies as bytes; this one
 * serves its recorders, too.
 */
export const delivery2: DeliveryPart = {
  connect (recorder, service, options, host, nativeFetch) {
    recorder.deliverBy((...to) => new Delivery(options, browserTransport(service, nativeFetch, host), { ...host, converted }, ...to))
  },
  readCopy,
  uploadScreenshot
}

export { delivery2 as delivery1 }
