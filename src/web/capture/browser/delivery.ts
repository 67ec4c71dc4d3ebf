// Masks the recorded requests of a page and sends them to the service, and uploads the pictures of the page. /earshot.js loads this part as
// a separate module, so that the page does not wait for it.
import { Delivery, withWarning } from '../core/delivery.js'
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

/** How long after its first failure the part that keeps requests is loaded again; each further pause is twice as long. */
const RETRY_MS = 30_000
const NO_KEEP = 'the code for `keep` cannot be loaded'

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
  keep: (service: Service, host: Host) => Promise<KeepPart | undefined>
}

export function deliveryPart (late: LateParts): DeliveryPart {
  let connected: unknown
  return {
    connect (recorder, service, options, host, nativeFetch) {
      const transportTo = (to: Service) => browserTransport(to, nativeFetch, host, rules => recorder.onRules?.(rules))
      const connect = (kept?: KeepHandle) => {
        recorder.deliverBy(withWarning((report, gather) => {
          const make: Make = (options, transport, report) => new Delivery(options, transport, { ...host, converted }, report, gather)
          return (kept?.over(make) ?? make)(options, transportTo(service), report)
        }, host))
        return kept
      }
      let isMissing = (options.keep ?? false) === false
      const openKeep = async (pauseMs = RETRY_MS): Promise<KeepHandle | undefined> => {
        const part = await late.keep(service, host)
        isMissing = !part
        if (part || service.session) return connect(await part?.open(recorder, service, options, host, transportTo))
        // Without a session, only this part has something to do with what is recorded. Until it is there, that waits.
        recorder.setStatus('retrying', NO_KEEP)
        await new Promise<void>(resolve => host.setTimer(resolve, pauseMs))
        return recorder.isOver ? undefined : await openKeep(2 * pauseMs)
      }
      const kept = connected = isMissing ? connect() : openKeep().catch((error: unknown) => recorder.block(reasonOf(error)))
      recorder.onSend = async session => {
        const { send } = (isMissing ? undefined : await kept) ?? {}
        if (send) return await send(session)
        throw new Error(`Earshot keeps no requests: it was started without \`keep\`, ${NO_KEEP}, or the browser gives this page no storage`)
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
