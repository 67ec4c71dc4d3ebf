// The changes of the list of rules. Each is a function that gets the list that is current when the change is stored.
import type { GivenRule, Rule } from '../../../../schema/rule.js'
import { DEFAULT_LIFETIME_MS } from '../../../../schema/rule-limits.js'
import { isEqual, merged } from './merge.js'
import type { ListChange } from './rule-list.js'

/** The rule was changed by another viewer in the same places; or it was deleted. */
export class Overtaken extends Error {}

/** A rule whose id is known before it is stored, so that it can be undone. */
export type OwnRule = GivenRule & { id: string }

/** Adds a rule above all others: the newest rule is tried first. */
export function adding (rule: OwnRule): ListChange {
  return (rules, off) => ({ off, rules: [rule, ...others(rules, rule.id)] })
}

/** Adds rules below all others, in their order. */
export function appending (given: readonly OwnRule[]): ListChange {
  return (rules, off) => ({ off, rules: [...rules, ...given] })
}

export function removing (id: string): ListChange {
  return (rules, off) => ({ off, rules: others(rules, id) })
}

/** Puts a rule back to where it was: above the one with the id `before`, or at the end. */
export function restoring (rule: OwnRule, before: string | undefined): ListChange {
  return (rules, off) => {
    const rest: GivenRule[] = others(rules, rule.id)
    const at = rest.findIndex(({ id }) => id === before)
    rest.splice(at < 0 ? rest.length : at, 0, rule)
    return { off, rules: rest }
  }
}

export function switching (id: string, enabled: boolean): ListChange {
  return (rules, off) => ({ off, rules: rules.map(rule => rule.id === id ? { ...rule, enabled } : rule) })
}

/** Moves a rule to an index of the list. */
export function moving (id: string, to: number): ListChange {
  return (rules, off) => {
    const rule = rules.find(rule => rule.id === id)
    if (!rule) return { off, rules: [...rules] }
    const rest = others(rules, id)
    return { off, rules: [...rest.slice(0, to), rule, ...rest.slice(to)] }
  }
}

/** The rule ends an hour from now. */
export function renewing (id: string): ListChange {
  return (rules, off) => ({ off, rules: rules.map(rule => rule.id === id ? { ...rule, lifetimeMs: DEFAULT_LIFETIME_MS } : rule) })
}

/** An edited rule that has ended gets a new lifetime: the service drops rules that have ended. */
export function lastingFrom (rule: GivenRule, nowMs: number): GivenRule {
  const { expires = Infinity, lifetimeMs } = rule
  return expires > nowMs || lifetimeMs !== undefined ? rule : { ...rule, lifetimeMs: DEFAULT_LIFETIME_MS }
}

export function switchingAll (off: boolean): ListChange {
  return rules => ({ off, rules: [...rules] })
}

/**
 * Stores an edited rule. `base`: the rule as it was when the edit began. What others changed in other places of it meanwhile is kept;
 * throws `Overtaken` if they changed the same places, or deleted it.
 */
export function editing (base: Rule, edited: GivenRule): ListChange {
  return (rules, off) => {
    const now = rules.find(({ id }) => id === base.id)
    if (!now) throw new Overtaken('The rule was deleted meanwhile')
    const { rule, clashes } = merged(base, edited, now)
    if (clashes.length > 0) throw new Overtaken('The rule was changed meanwhile')
    return { off, rules: rules.map(other => other.id === base.id ? { ...rule, id: base.id } : other) }
  }
}

export function newId (): string {
  return `r-${Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => (byte % 36).toString(36)).join('')}`
}

/** Whether two rules do the same, whatever their end times. */
export function doTheSame (a: GivenRule, b: GivenRule): boolean {
  return isEqual({ ...a, id: '', expires: 0 }, { ...b, id: '', expires: 0 })
}

function others (rules: readonly Rule[], id: string): Rule[] {
  return rules.filter(rule => rule.id !== id)
}
