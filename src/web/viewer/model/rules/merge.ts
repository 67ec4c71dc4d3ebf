// Merges two edits of one rule, member by member; each member of the action, such as `action.status`, is merged separately.
import type { GivenRule, RuleAction } from '../../../../schema/rule.js'

export interface Merged {
  /** The edit, with what the others changed in other places. */
  rule: GivenRule
  /** What the others have changed since `base`, and whether the edit changes it, too. */
  theirs: Theirs[]
  /** The names of the members that both changed to something different. */
  clashes: string[]
}

export interface Theirs {
  /** `match`, `times`, `action.status` and so on. */
  name: string
  before: unknown
  now: unknown
  isClash: boolean
}

/** `base`: the rule before both edits. */
export function merged (base: GivenRule, mine: GivenRule, theirs: GivenRule): Merged {
  // Different kinds of actions have nothing in common.
  const isOneKind = [mine, theirs].every(({ action }) => action.type === base.action.type)
  const [before, own, now] = [base, mine, theirs].map(rule => membersOf(rule, isOneKind)) as [Members, Members, Members]
  // A new lifetime takes precedence over the end.
  if (mine.lifetimeMs !== undefined) own.expires = now.expires = before.expires
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(name => !isEqual(before[name], now[name]))
  const changes = names.map(name => ({
    name,
    before: before[name],
    now: now[name],
    isClash: !isEqual(own[name], before[name]) && !isEqual(own[name], now[name])
  }))
  const taken = Object.fromEntries(changes.filter(({ isClash }) => !isClash).map(({ name, now }) => [name, now]))
  return {
    rule: ruleFrom({ ...own, ...taken }, isOneKind),
    theirs: changes,
    clashes: changes.filter(({ isClash }) => isClash).map(({ name }) => name)
  }
}

/** By value; the order of members does not matter. */
export function isEqual (a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a, b] as [Members, Members]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every(name => isEqual(left[name], right[name]))
}

type Members = Record<string, unknown>
const ACTION = 'action.'

function membersOf (rule: GivenRule, isOneKind: boolean): Members {
  const { action, id: _, ...rest } = { enabled: true, ...rule }
  const inside = Object.entries(action).map(([name, value]) => [`${ACTION}${name}`, value] as const)
  return isOneKind ? { ...rest, ...Object.fromEntries(inside) } : { ...rest, action }
}

function ruleFrom (members: Members, isOneKind: boolean): GivenRule {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  if (!isOneKind) return Object.fromEntries(given) as unknown as GivenRule
  const action = given.filter(([name]) => name.startsWith(ACTION)).map(([name, value]) => [name.slice(ACTION.length), value])
  const rest = given.filter(([name]) => !name.startsWith(ACTION))
  return { ...Object.fromEntries(rest), action: Object.fromEntries(action) as RuleAction } as unknown as GivenRule
}
