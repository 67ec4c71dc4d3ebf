// Rules as a file: a list with all bodies inside, without ids and end times, so that it can be used in any session.
import { isRecord } from '../../../../json/is-record.js'
import { portable, wholeRule } from '../../../../rules/whole-rule.js'
import type { GivenRule, Rule } from '../../../../schema/rule.js'
import { RULE_LIMITS } from '../../../../schema/rule-limits.js'
import { newId, type OwnRule } from './rule-changes.js'
import type { RuleList } from './rule-list.js'

/** Rejects if a body cannot be read. */
export async function rulesFile (list: RuleList): Promise<Blob> {
  const rules = await Promise.all(list.rules.peek().map(async rule => portable(await withBodies(list, rule))))
  return new Blob([JSON.stringify({ rules }, undefined, 2)], { type: 'application/json' })
}

/**
 * Rules get new ids, and end an hour from now. Undefined if the text is not a list of rules; the service checks each of them. `count`: of
 * the file, if it has more rules than a session may have.
 */
export function readRulesFile (text: string): OwnRule[] | { count: number } | undefined {
  const value = parsed(text)
  const list = isRecord(value) && 'rules' in value ? value.rules : value
  if (!Array.isArray(list) || !list.every(isRule)) return undefined
  if (list.length > RULE_LIMITS.rules) return { count: list.length }
  return list.map(({ expires: _, lifetimeMs: __, ...rule }) => ({ ...rule, id: newId() }))
}

/** The same rule with its bodies inside, so that it can be stored again after it was deleted. */
export async function withBodies (list: RuleList, rule: Rule): Promise<Rule> {
  return await wholeRule(rule, ({ stored }) => list.bodyOf(rule.id, stored))
}

function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRule (value: unknown): value is GivenRule {
  return isRecord(value) && typeof value.match === 'string' && typeof value.name === 'string' && isRecord(value.action)
}
