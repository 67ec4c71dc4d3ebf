// The module for pages, with all of the recorder in it.
import { pageEarshot } from './page-earshot.js'
import { wholeDelivery } from './whole-delivery.js'

export type { CaptureOptions, CaptureState, EarshotApi, Picture } from './page-earshot.js'
export { STATE_EVENT } from './page-earshot.js'

export const Earshot = pageEarshot(wholeDelivery)
