// What rules did to a request of Node's http or https, kept for the record of this request.
import type { AppliedRule } from '../../../schema/rule.js'
import { stamps } from './stamps.js'

/** The host and the port to which a request goes. */
export interface Destination { host?: unknown, port?: unknown }

export interface RuleEffect {
  applied?: AppliedRule | undefined
  /** Why a rule that matches did not apply. */
  note?: string | undefined
  /** Where the request would have gone. */
  place: Destination
}

/** By the ClientRequest. */
export const ruleEffects = stamps<RuleEffect>()
