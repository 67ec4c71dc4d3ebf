// The large bodies that a rule refers to: they are stored apart from the list.
import type { RuleAction, RuleBody } from '../schema/rule.js'

export type StoredBody = Extract<RuleBody, { stored: string }>

/** The bodies of one action, that of the response first. In a rule that was not validated, values that are no bodies are skipped. */
export function storedBodies (action: RuleAction): StoredBody[] {
  const bodies = action.type === 'respond'
    ? [action.body]
    : action.type === 'change' ? [action.response?.body, action.request?.body] : []
  return bodies.filter((body): body is StoredBody => body instanceof Object && 'stored' in body)
}
