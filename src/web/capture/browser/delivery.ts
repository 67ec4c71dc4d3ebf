// What masks and sends the requests of a page, and its pictures. /earshot.js loads it as a module of its own, so that the page does not
// wait for it.
import { Delivery } from '../core/delivery.js'
import type { Host } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import type { Recorder } from '../core/recorder.js'
import { uploadScreenshot } from './screenshot.js'
import type { Service } from './service.js'
import { browserTransport } from './transport.js'

/** What the recorder of a page knows of it. */
export interface DeliveryPart {
  /** `nativeFetch`: the browser's own. */
  connect (recorder: Recorder, service: Service, options: CaptureOptions, host: Host, nativeFetch: typeof fetch): void
  uploadScreenshot: typeof uploadScreenshot
}

/**
 * A page that was opened before the service was updated gets a newer one. Its name has another number where one that was loaded before
 * cannot work with it: where this, `Delivery`, `Drafts` or what they get is other than it was.
 */
export const delivery1: DeliveryPart = {
  connect (recorder, service, options, host, nativeFetch) {
    recorder.deliverBy((...to) => new Delivery(options, browserTransport(service, nativeFetch, host), host, ...to))
  },
  uploadScreenshot
}
