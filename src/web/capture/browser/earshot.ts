// The module for apps that import the recorder. It contains the whole recorder; only the part for rules is loaded later, if the app starts
// with `rules`.
import { pageEarshot } from './page-earshot.js'
import { wholeDelivery } from './whole-delivery.js'

export type { CaptureOptions, CaptureState, EarshotApi, Picture } from './page-earshot.js'
export { STATE_EVENT } from './page-earshot.js'

export const Earshot = pageEarshot(wholeDelivery, running => {
  import('./rules/part.js').then(({ applyRules }) => applyRules(running), () => {})
})
