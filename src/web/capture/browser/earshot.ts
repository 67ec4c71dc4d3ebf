// The module for pages, with all of the recorder in it.
import { deliveryTo } from './delivery.js'
import { nativeFetch } from './natives.js'
import { pageEarshot } from './page-earshot.js'

export type { CaptureOptions, CaptureState, EarshotApi, Picture } from './page-earshot.js'
export { STATE_EVENT } from './page-earshot.js'

export const Earshot = pageEarshot((recorder, service, options, host) => recorder.deliverBy(deliveryTo(service, nativeFetch, options, host)))
