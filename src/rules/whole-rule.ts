// A rule with its large bodies inside: for files, and to store it again after it was deleted.
import { toBase64 } from '../exchange/base64.js'
import type { GivenRule, Rule, RuleAction, RuleBody } from '../schema/rule.js'
import type { StoredBody } from './stored-bodies.js'

/** `read`: the bytes of a body that the rule refers to. */
export async function wholeRule<Of extends GivenRule> (rule: Of, read: (body: StoredBody) => Promise<Uint8Array>): Promise<Of> {
  const inside = async (body: RuleBody | undefined) => body && 'stored' in body ? { body: bodyOf(await read(body)) } : {}
  const { action } = rule
  if (action.type === 'respond') return { ...rule, action: { ...action, ...await inside(action.body) } }
  if (action.type !== 'change') return rule
  const { request, response } = action
  const changed: RuleAction = {
    ...action,
    ...request && { request: { ...request, ...await inside(request.body) } },
    ...response && { response: { ...response, ...await inside(response.body) } }
  }
  return { ...rule, action: changed }
}

/** Without its id and its end, so that it can be used in any session, at any time. */
export function portable ({ id: _, expires: __, ...rule }: Rule): GivenRule {
  return rule
}

/** The body as text, if the bytes are text. */
export function bodyOf (bytes: Uint8Array): RuleBody {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { base64: toBase64(bytes) }
  }
}
