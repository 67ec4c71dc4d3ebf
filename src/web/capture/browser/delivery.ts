// Masks and sends the requests of a page, and uploads its pictures. /earshot.js loads this part as a separate module, so that the page does
// not wait for it.
import { Delivery } from '../core/delivery.js'
import type { Host } from '../core/host.js'
import type { Recorder } from '../core/recorder.js'
import type { CaptureOptions } from './capture-options.js'
import { reasonOf } from './heads.js'
import { converted } from './converted.js'
import type { KeepPart, KeepHandle, Make } from './keep/part.js'
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

/** Resolves with undefined if the part cannot be loaded. */
export interface LateParts {
  messages: Required<DeliveryPart>['loadMessages']
  keep (service: Service, host: Host): Promise<KeepPart | undefined>
}

export function deliveryPart (late: LateParts): DeliveryPart {
  let connected: unknown
  return {
    connect (recorder, service, options, host, nativeFetch) {
      const transportTo = (to: Service) => browserTransport(to, nativeFetch, host, rules => recorder.onRules?.(rules))
      const connect = (kept?: KeepHandle) => {
        recorder.deliverBy((report, gather) => {
          const make: Make = (options, transport, report) => new Delivery(options, transport, { ...host, converted }, report, gather)
          return (kept?.over(make) ?? make)(options, transportTo(service), report)
        })
        return kept
      }
      const kept = (options.keep ?? false) === false
        ? connect()
        : late.keep(service, host)
          .then(part => part?.open(recorder, service, options, host, transportTo))
          .then(kept => kept || service.session ? connect(kept) : recorder.block('its code for `keep` cannot be loaded'))
          .catch((error: unknown) => recorder.block(reasonOf(error)))
      connected = kept
      recorder.onSend = async session => {
        const { send } = await kept ?? {}
        if (!send) throw new Error('Earshot keeps no requests: it was started without `keep`')
        return await send(session)
      }
    },
    readCopy,
    uploadScreenshot,
    async loadMessages (...given) {
      await connected
      return await late.messages(...given)
    }
  }
}
