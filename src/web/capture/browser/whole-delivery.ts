// The delivery of a recorder that is in one file: it is available immediately.
import { deliveryPart, type LateParts } from './delivery.js'
import { messages1 } from './messages.js'
import { nativeFetch } from './natives.js'
import type { ConnectDelivery } from './page-earshot.js'

/** `keep`: loads the part that keeps things on the device, which is not in the file. */
export function wholeDelivery (keep: LateParts['keep']): ConnectDelivery {
  const part = deliveryPart({ messages: async () => messages1, keep })
  return (recorder, service, options, host) => {
    part.connect(recorder, service, options, host, nativeFetch)
    return () => part
  }
}
