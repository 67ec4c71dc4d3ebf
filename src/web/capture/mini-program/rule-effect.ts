// What a rule did to an answer, for the record of the request. The recorder cannot see this itself, because rules are applied below it: it
// gets the same answer as the app.
import type { AppliedRule } from '../../../schema/rule.js'
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'
import { reportOriginal, reportRule } from '../core/rules/rule-report.js'

export interface RuleEffect {
  applied: AppliedRule
  /** What the service had answered, if a rule changed it. */
  original?: { header: string, body: BodyRecord | undefined } | undefined
  note?: string | undefined
}

const effects = new WeakMap<object, RuleEffect>()

export function putEffect (answer: unknown, rule: RuleEffect): void {
  if (typeof answer === 'object' && answer !== null) effects.set(answer, rule)
}

/** Called before the exchange ends. */
export function reportEffect (exchange: Exchange, answer: object): void {
  const { applied, original, note } = effects.get(answer) ?? {}
  if (applied) reportRule(exchange, applied)
  if (original) reportOriginal(exchange, original.header, original.body)
  if (note) exchange.note(note)
}
