// Checks a reply that contains rules. The service has validated the rules, but a proxy in between may have answered instead.
import { isRecord } from '../../../../json/is-record.js'
import { isSoundAction } from '../../../../rules/sound-action.js'
import type { Rule, RulesReply } from '../../../../schema/rule.js'

/** undefined if the text is no reply with rules. Malformed rules are left out. */
export function repliedRules (text: string): RulesReply | undefined {
  const reply = parsed(text)
  if (!isRecord(reply) || typeof reply.version !== 'string' || typeof reply.now !== 'number' || !Array.isArray(reply.rules)) {
    return undefined
  }
  return {
    version: reply.version,
    off: reply.off === true,
    rules: (reply.rules as unknown[]).filter(isRule),
    now: reply.now,
    holdMs: typeof reply.holdMs === 'number' ? reply.holdMs : 0
  }
}

function isRule (rule: unknown): rule is Rule {
  return isRecord(rule) && typeof rule.id === 'string' && typeof rule.name === 'string' && typeof rule.match === 'string' &&
    typeof rule.expires === 'number' && isSoundAction(rule.action)
}

function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
