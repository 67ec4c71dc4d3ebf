// Decodes rules: from the form in which Redis stores and announces them to the form of the API.
import { RuleSchema, type Rule, type Rules } from '../schema/rule.js'
import { Compile } from '../schema/typebox.js'
import type { EntryRow } from './codec.js'

/** Skips items that are no rules: somebody wrote them by hand, or a newer version of the service knows more kinds of rules. */
export function decodeRules (off: EntryRow[number] | undefined, text: EntryRow[number] | undefined): Omit<Rules, 'version'> {
  const rules = parse(text || '[]')
  return { off: off === '1', rules: Array.isArray(rules) ? rules.filter(isRule) : [] }
}

/** `detail` of a `rules-changed` change. */
export function decodeRulesChange ([version, off, rules]: EntryRow): Rules {
  return { version: version || '0', ...decodeRules(off, rules) }
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRule (value: unknown): value is Rule {
  return validator.Check(value)
}

const validator = Compile(RuleSchema)
