// The properties of an emulated XMLHttpRequest: the values that the page reads, and the errors that it gets when it sets a property too
// late.
import type { EmulatedXhr } from './emulated-xhr.js'
import { isText, nativeOf, throwForType, TYPES, type Accessors } from './xhr-properties.js'

export function emulatedProperties (emulated: EmulatedXhr): Accessors {
  const complete = () => emulated.readyState === 4 ? emulated.seen : undefined
  const text = (type: string) => emulated.readyState > 2 ? emulated.seen?.text(type) ?? '' : ''
  return {
    readyState: { get: () => emulated.readyState },
    status: { get: () => emulated.seen?.head.status ?? 0 },
    statusText: { get: () => emulated.seen?.head.statusText ?? '' },
    responseURL: { get: () => emulated.seen?.url ?? '' },
    response: { get: ({ responseType: type }) => isText(type) ? text(type) : complete()?.body(type) ?? null },
    responseText: { get: ({ responseType: type }) => isText(type) ? text(type) : throwForType('responseText', type) },
    responseXML: {
      get: ({ responseType: type }) =>
        /^(?:document)?$/.test(type) ? complete()?.document(type) ?? null : throwForType('responseXML', type)
    },
    responseType: {
      set (xhr, value) {
        if (emulated.readyState > 2 && TYPES.has(String(value))) throw invalidState(RESPONSE_TYPE)
        nativeOf('responseType').set?.(xhr, value)
      }
    },
    timeout: {
      set (xhr, value) {
        nativeOf('timeout').set?.(xhr, value)
        emulated.timeoutChanged()
      }
    },
    withCredentials: {
      set (xhr, value) {
        if (emulated.isSent || emulated.readyState > 1) throw invalidState(CREDENTIALS)
        nativeOf('withCredentials').set?.(xhr, value)
      }
    }
  }
}

/** What overrideMimeType() throws in this state; undefined if it may be called. */
export function mimeTypeFault ({ readyState }: EmulatedXhr): DOMException | undefined {
  return readyState > 2 ? invalidState(MIME_TYPE) : undefined
}

// As Chromium says it: its own functions cannot be made to throw it.
const LATE = 'state is LOADING or DONE.'
const RESPONSE_TYPE =
  `Failed to set the 'responseType' property on 'XMLHttpRequest': The response type cannot be set if the object's ${LATE}`
const MIME_TYPE = `Failed to execute 'overrideMimeType' on 'XMLHttpRequest': MimeType cannot be overridden when the ${LATE}`
const CREDENTIALS =
  "Failed to set the 'withCredentials' property on 'XMLHttpRequest': The value may only be set if the object's state is UNSENT or OPENED."

function invalidState (sentence: string): DOMException {
  return new DOMException(sentence, 'InvalidStateError')
}
