// The bodies that a rule's action gives.
import type { RuleAction, RuleBody } from '../schema/rule.js'

/** The bodies of an action, that of the response first. */
export function bodiesOf (action: RuleAction): RuleBody[] {
  if (action.type === 'respond') return action.body ? [action.body] : []
  if (action.type !== 'change') return []
  return [action.response?.body, action.request?.body].filter(body => body !== undefined)
}
