// The module for apps that import the recorder. It contains the whole recorder except for three parts, which are loaded later if an option
// needs them: for rules, for everything other than the requests of the page's scripts, and for what is kept on the device.
import { pageEarshot } from './page-earshot.js'
import { wholeDelivery } from './whole-delivery.js'

export type { CaptureOptions, CaptureState, EarshotApi, Picture } from './page-earshot.js'
export { STATE_EVENT } from './page-earshot.js'

export const Earshot = pageEarshot(wholeDelivery(async () => (await import('./keep/part.js').catch(() => undefined))?.keep1), running => {
  import('./rules/part.js').then(({ applyRules }) => applyRules(running), () => {})
}, running => {
  import('./beside/part.js').then(({ recordBeside }) => recordBeside(running), () => {})
})
