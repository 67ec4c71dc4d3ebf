// Reads the body of a request that writes rules: parses it, and checks all that can be checked without the session. The code has no side
// effects, because it runs on the event loop for small bodies and in a thread for others, and the results must be the same.
import { parse } from 'secure-json-parse'
import { ApiError } from '../errors.js'
import { UNSAFE_NAMES } from '../http/json-body.js'
import { isJson } from '../json/is-json.js'
import { aboutRule, checkRules, RuleRefusal } from '../rules/saved-rules.js'
import { shapeFault } from '../rules/shape-fault.js'
import { RULE_LIMITS, type GivenRules } from '../schema/rule.js'

/** Throws a `bad_request` with a sentence that names the rule and its member. */
export function readRules (text: string): GivenRules {
  const body = parsed(text)
  const fault = faultOf(body)
  if (fault !== undefined) throw new ApiError('bad_request', fault)
  const given = body as GivenRules
  try {
    checkRules(given.rules)
  } catch (error) {
    throw error instanceof RuleRefusal ? new ApiError('bad_request', error.message) : error
  }
  return given
}

function parsed (text: string): unknown {
  try {
    return parse(text, undefined, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    if (text.trim() === '') throw new ApiError('bad_request', 'The body is empty')
    throw new ApiError('bad_request', isJson(text) ? UNSAFE_NAMES : `The body is not valid JSON: ${(error as Error).message}`)
  }
}

function faultOf (body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'The body must be an object with the list `rules`'
  const { off, rules } = body as Record<string, unknown>
  const stranger = Object.keys(body).find(name => name !== 'off' && name !== 'rules')
  if (stranger !== undefined) return `The body has an unknown member ${JSON.stringify(stranger)}: only off and rules are known`
  if (off !== undefined && typeof off !== 'boolean') return 'off must be true or false'
  if (!Array.isArray(rules)) return 'rules must be a list'
  if (rules.length > RULE_LIMITS.rules) return `A session has at most ${RULE_LIMITS.rules} rules; the body has ${rules.length}`
  for (const [n, rule] of rules.entries()) {
    const fault = shapeFault(rule)
    if (fault !== undefined) return `${aboutRule(n, rule)}: ${fault}`
  }
  return undefined
}
