// Masks and sends the requests of a page, and uploads its pictures. /earshot.js loads this part as a separate module, so that the page does
// not wait for it.
import { Delivery } from '../core/delivery.js'
import type { Host } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import type { Recorder } from '../core/recorder.js'
import { converted } from './converted.js'
import type { MessagesPart } from './messages.js'
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
  /** Resolves with the part for messages; with undefined if it cannot be loaded. Missing in versions that do not know messages. */
  loadMessages?: (service: Service, host: Host) => Promise<MessagesPart | undefined>
}

export function deliveryPart (loadMessages: Required<DeliveryPart>['loadMessages']): DeliveryPart {
  return {
    connect (recorder, service, options, host, nativeFetch) {
      recorder.deliverBy((...to) => {
        const transport = browserTransport(service, nativeFetch, host, rules => recorder.onRules?.(rules))
        return new Delivery(options, transport, { ...host, converted }, ...to)
      })
    },
    readCopy,
    uploadScreenshot,
    loadMessages
  }
}
