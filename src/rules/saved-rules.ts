// Converts the rules that a client sends into the rules that are stored: checks them, adds ids and expiry times, and copies bodies. Large
// bodies are stored apart from the list, so that readers of the list need not read them.
import { fromBase64 } from '../exchange/base64.js'
import { utf8Size } from '../exchange/size.js'
import { DEFAULT_LIFETIME_MS, RULE_LIMITS } from '../schema/rule-limits.js'
import type { GivenRule, GivenRules, Rule, RuleAction, RuleBody, Rules } from '../schema/rule.js'
import { matchFault } from './match-fault.js'
import { ruleFault, tooLarge } from './rule-fault.js'
import { storedBodies } from './stored-bodies.js'

export interface SavedRules {
  off: boolean
  rules: Rule[]
  /** Large bodies by their names; undefined: it is stored already. */
  bodies: Map<string, Uint8Array | undefined>
}

export interface SaveParts {
  /** The rules that the new ones replace. */
  known: Rules
  /** By the clock of Redis. */
  nowMs: number
  newId (): string
  /** A name for bytes that no other bytes have. */
  nameOf (bytes: Uint8Array): string
  /**
   * The recorded response body of an entry; undefined if there is no such entry. An empty text if it has none; 'too large' if it cannot
   * be the body of a rule.
   */
  responseOf (entryId: string): Promise<{ text: string } | { base64: string } | 'too large' | undefined>
}

/** The fault, in a sentence that names the rule and its member. */
export class RuleRefusal extends Error {}

/** Checks the rules themselves, without the session. Throws a RuleRefusal. */
export function checkRules (rules: GivenRule[]): void {
  let patches = 0
  for (const [n, rule] of rules.entries()) {
    const about = aboutRule(n, rule)
    const inMatch = matchFault(rule.match)
    const fault = inMatch === undefined ? ruleFault(rule) : `match: ${inMatch}`
    if (fault !== undefined) throw new RuleRefusal(`${about}: ${fault}`)
    // Checked here, which runs in a thread for a large list: many small values would make every later step slow.
    patches += patchSize(rule)
    checkTotal(patches, `The first ${n + 1} rules`)
  }
}

/** The bytes of `merge` and `patch` as JSON. */
function patchSize ({ action }: GivenRule): number {
  const { merge, patch } = action.type === 'change' && action.response ? action.response : {}
  return merge === undefined && patch === undefined ? 0 : utf8Size(JSON.stringify([merge, patch]))
}

/** Converts checked rules. Those that have ended are left out. Without `off`, the switch does not change. Rejects with a RuleRefusal. */
export async function savedRules ({ off, rules: given }: GivenRules, parts: SaveParts): Promise<SavedRules> {
  const bodies: SavedRules['bodies'] = new Map()
  const rules: Rule[] = []
  const apart = new Map<string, number>()
  let listed = 1
  for (const [n, rule] of given.entries()) {
    const about = aboutRule(n, rule)
    const expires = endOf(rule, parts.nowMs)
    if (expires <= parts.nowMs) continue
    const action = await withBodies(rule.action, parts, bodies, about)
    const { id = parts.newId(), name, enabled = true, match, times, chance } = rule
    if (rules.some(other => other.id === id)) throw new RuleRefusal(`${about}: id: another rule has the same id`)
    const saved = { id, name, enabled, match, action, ...times !== undefined && { times }, ...chance !== undefined && { chance }, expires }
    rules.push(saved)
    listed += utf8Size(JSON.stringify(saved)) + 1
    for (const [name, bytes] of storedBytes([saved])) apart.set(name, bytes)
    // Before the next bodies are copied.
    const total = [...apart.values()].reduce((sum, bytes) => sum + bytes, listed)
    checkTotal(total, n + 1 < given.length ? `The first ${n + 1} rules` : 'All rules')
  }
  return { off: off ?? parts.known.off, rules, bodies }
}

/** How a sentence names the rule at this place of the list. */
export function aboutRule (n: number, rule: unknown): string {
  const name = typeof rule === 'object' && rule !== null && 'name' in rule ? rule.name : undefined
  return `Rule ${n + 1}` + (typeof name === 'string' && name !== '' ? ` (${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))})` : '')
}

const MAX_NAME_LENGTH = 100

function endOf ({ lifetimeMs, expires }: GivenRule, nowMs: number): number {
  if (lifetimeMs !== undefined) return nowMs + lifetimeMs
  return Math.min(expires ?? nowMs + DEFAULT_LIFETIME_MS, nowMs + RULE_LIMITS.lifetime)
}

async function withBodies (action: RuleAction, parts: SaveParts, bodies: SavedRules['bodies'], about: string): Promise<RuleAction> {
  const stored = async (body: RuleBody, place: string) => {
    const refuse = (fault: string | undefined) => { if (fault !== undefined) throw new RuleRefusal(`${about}: ${fault}`) }
    return await storedBody(body, place, parts, bodies, refuse)
  }
  if (action.type === 'respond' && action.body) return { ...action, body: await stored(action.body, 'action.body') }
  if (action.type !== 'change') return action
  const { request, response } = action
  return {
    type: 'change',
    ...request && { request: request.body ? { ...request, body: await stored(request.body, 'action.request.body') } : request },
    ...response && { response: response.body ? { ...response, body: await stored(response.body, 'action.response.body') } : response }
  }
}

async function storedBody (
  body: RuleBody, place: string, parts: SaveParts, bodies: SavedRules['bodies'], refuse: (fault: string | undefined) => void
): Promise<RuleBody> {
  if ('stored' in body) {
    const bytes = storedBytes(parts.known.rules).get(body.stored)
    if (bytes === undefined) refuse(`${place}.stored: the rules no longer have this body; send the body itself`)
    if (!bodies.has(body.stored)) bodies.set(body.stored, undefined)
    return { stored: body.stored, bytes: bytes ?? 0 }
  }
  const content = 'entry' in body ? await parts.responseOf(body.entry) : body
  if (!content || content === 'too large') {
    const fault = content ? `its response has more than ${RULE_LIMITS.bodyBytes} bytes` : 'this entry no longer exists'
    refuse(`${place}.entry: ${fault}`)
    return body
  }
  if (sizeOf(content) <= RULE_LIMITS.inlineBytes) return content
  const bytes = 'text' in content ? new TextEncoder().encode(content.text) : fromBase64(content.base64)
  refuse(tooLarge(bytes.length, place))
  const name = parts.nameOf(bytes)
  bodies.set(name, bytes)
  return { stored: name, bytes: bytes.length }
}

function sizeOf (content: { text: string } | { base64: string }): number {
  return 'text' in content ? utf8Size(content.text) : fromBase64(content.base64).length
}

/** The large bodies of rules: names and sizes in bytes. */
function storedBytes (rules: Rule[]): Map<string, number> {
  return new Map(rules.flatMap(({ action }) => storedBodies(action)).map(({ stored, bytes }) => [stored, bytes]))
}

// Viewers and apps get the list as a whole. `which`: whose size this is, in bytes.
function checkTotal (total: number, which: string): void {
  if (total > RULE_LIMITS.bytes) throw new RuleRefusal(`${which} with their bodies have ${total} bytes; the limit is ${RULE_LIMITS.bytes}`)
}
