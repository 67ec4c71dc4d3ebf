// The delivery of a recorder that is in one file: it is available immediately.
import { deliveryPart } from './delivery.js'
import { messages1 } from './messages.js'
import { nativeFetch } from './natives.js'
import type { ConnectDelivery } from './page-earshot.js'

const part = deliveryPart(async () => messages1)

export const wholeDelivery: ConnectDelivery = (recorder, service, options, host) => {
  part.connect(recorder, service, options, host, nativeFetch)
  return () => part
}
