// The module for apps that import the recorder and opt in to rules. It contains the part for rules, so that rules apply from the first
// request after the start; the module `earshot/capture` loads that part later.
import { Earshot as recorder, type EarshotApi } from '../earshot.js'
import type { Running, Start } from '../page-earshot.js'
import { applyRules } from './part.js'

export type { CaptureOptions, CaptureState, EarshotApi, Picture } from '../page-earshot.js'
export { STATE_EVENT } from '../page-earshot.js'

// Another script may have made it, and started it.
const known = recorder as EarshotApi & { running?: Running, rules1?: Start }
known.rules1 = applyRules
if (known.running?.options.rules) applyRules(known.running)

export const Earshot: EarshotApi = recorder
