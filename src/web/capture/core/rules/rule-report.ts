// Reports to the recorder which rule applied to a request and, if a rule changed the response, what the server had answered.
import type { AppliedRule } from '../../../../schema/rule.js'
import { sizeOf, type BodyRecord } from '../body.js'
import type { Exchange } from '../exchange.js'
import type { LateText } from '../late-text.js'

/** Reports the rule that applied to the request. */
export function reportRule (exchange: Exchange, applied: AppliedRule): void {
  exchange.later((drafts, push) => drafts.rule(push, applied), 0)
}

/** Reports the response of the server. `response`: undefined if the body did not change, or if there was none. */
export function reportOriginal (exchange: Exchange, responseHeader: LateText, response: BodyRecord | undefined): void {
  exchange.later((drafts, push) => drafts.original(push, responseHeader, response), sizeOf(response))
}
