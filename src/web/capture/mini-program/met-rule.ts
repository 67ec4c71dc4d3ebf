// Which rule an answer met, for its record: rules are applied below the recorder, which gets the same answer as the app.
import type { AppliedRule } from '../../../schema/rule.js'
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'
import { reportOriginal, reportRule } from '../core/rules/rule-report.js'

export interface MetRule {
  applied: AppliedRule
  /** What the service had answered, if a rule changed it. */
  original?: { header: string, body: BodyRecord | undefined } | undefined
  note?: string | undefined
}

const met = new WeakMap<object, MetRule>()

export function putRule (answer: unknown, rule: MetRule): void {
  if (typeof answer === 'object' && answer !== null) met.set(answer, rule)
}

/** Called before the exchange ends. */
export function tellMet (exchange: Exchange, answer: object): void {
  const { applied, original, note } = met.get(answer) ?? {}
  if (applied) reportRule(exchange, applied)
  if (original) reportOriginal(exchange, original.header, original.body)
  if (note) exchange.note(note)
}
