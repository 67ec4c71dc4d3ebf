// The delivery of a recorder that is in one file: it is available immediately.
import { delivery2 } from './delivery.js'
import { nativeFetch } from './natives.js'
import type { ConnectDelivery } from './page-earshot.js'

export const wholeDelivery: ConnectDelivery = (recorder, service, options, host) => {
  delivery2.connect(recorder, service, options, host, nativeFetch)
  return () => delivery2
}
