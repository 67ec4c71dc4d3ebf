// The rules of a session, compiled for the requests of one app. The first rule that matches applies; after `delay` and `change`, later
// ones may apply, too. Nothing here waits or throws.
import type { AppliedRule, RuleChange, Fail, Rule, Wait } from '../schema/rule.js'
import { RULE_LIMITS } from '../schema/rule-limits.js'
import { answerOf, contentOf, type Answer, type StoredBodies } from './answer.js'
import { StartingEntry, MAX_ADDRESS, type StartingRequest } from './starting-request.js'
import { compileMatch, doneMatching, type CompiledMatch } from './match.js'
import { mayMatch, PathIndex } from './prefilter.js'
import { RequestTexts } from './request-texts.js'

export interface BookDeps {
  /** From 0 up to, not including, 1. */
  random (): number
  /** By the clock of the service, in milliseconds since the epoch. */
  nowMs (): number
  bodies: StoredBodies
  /** How often each rule has applied, by its id. The book adds to it; a new book of the same app goes on with it. */
  uses: Map<string, number>
}

/** What the rules say about one request. */
export interface Picked {
  /** How long to wait before the request is made, answered or failed, in milliseconds. */
  delayMs: number
  /** In the order in which they apply to the request; to its response likewise. */
  changes: RuleChange[]
  /** If there is one, the request is not made. */
  end: { type: 'respond', answer: Answer } | Fail | undefined
  applied: AppliedRule
  /** The large bodies of the changes. */
  bodies: StoredBodies
}

export class RuleBook {
  /** Whether a rule asks for the bodies of requests. */
  readonly readsBody: boolean
  /** Whether it has no rules that could apply. */
  readonly isEmpty: boolean
  private readonly index: PathIndex<UsableRule>

  /** `rules`: in their order. A rule whose body is not there yet does not apply. */
  constructor (rules: readonly Rule[], private readonly deps: BookDeps) {
    const usable = rules.flatMap(rule => usableOf(rule, deps.bodies))
    this.readsBody = usable.some(({ readsBody }) => readsBody)
    this.isEmpty = usable.length === 0
    this.index = new PathIndex(usable)
  }

  /**
   * Undefined if no rule applies. Each call counts as a request: `times` and `chance` are decided here. `onUnsure` is called with each rule
   * that does not apply because it depends on a body that cannot be looked at, or because this request cannot do its action.
   */
  pick (request: StartingRequest, onUnsure?: (rule: Rule) => void): Picked | undefined {
    if (request.url.length > MAX_ADDRESS) return undefined
    const entry = new StartingEntry(request)
    try {
      return this.decide(request, entry, onUnsure)
    } finally {
      doneMatching()
    }
  }

  private decide (request: StartingRequest, entry: StartingEntry, onUnsure: ((rule: Rule) => void) | undefined): Picked | undefined {
    const hits: ReadyRule[] = []
    const nowMs = this.deps.nowMs()
    const seen = new RequestTexts(entry)
    for (const usable of this.index.near(seen.path)) {
      if (!mayMatch(usable.required, seen) || !this.isLive(usable.rule, nowMs)) continue
      const matches = usable.matches(entry)
      if (matches === undefined) onUnsure?.(usable.rule)
      if (!matches) continue
      const { type } = usable.rule.action
      if (request.actions?.includes(type) === false) {
        onUnsure?.(usable.rule)
        continue
      }
      if (!this.isChosen(usable.rule)) continue
      hits.push(usable)
      if (type !== 'delay' && type !== 'change') break
    }
    return hits.length === 0 ? undefined : this.picked(hits)
  }

  private isLive ({ id, expires, times = Infinity }: Rule, nowMs: number): boolean {
    return expires > nowMs && (this.deps.uses.get(id) ?? 0) < times
  }

  private isChosen ({ id, chance = 100 }: Rule): boolean {
    const { uses } = this.deps
    if (chance < 100 && this.deps.random() * 100 >= chance) return false
    uses.set(id, (uses.get(id) ?? 0) + 1)
    return true
  }

  private picked (hits: ReadyRule[]): Picked | undefined {
    const picked: Omit<Picked, 'applied'> = { delayMs: 0, changes: [], end: undefined, bodies: this.deps.bodies }
    for (const { rule: { action }, answer } of hits) {
      if (action.type === 'delay') picked.delayMs += this.waitMs(action.ms)
      else if (action.type === 'change') picked.changes.push(action)
      else if (action.type === 'fail') picked.end = action
      else if (action.type === 'respond') {
        if (answer) picked.end = { type: 'respond', answer }
        picked.delayMs += this.waitMs(action.delayMs ?? 0)
      }
    }
    const applied = appliedOf(hits.map(({ rule }) => rule).filter(({ action }) => action.type !== 'pass'))
    return applied && { ...picked, delayMs: Math.min(picked.delayMs, RULE_LIMITS.delay), applied }
  }

  private waitMs (wait: Wait): number {
    if (typeof wait === 'number') return wait
    const [least, most] = wait
    return least + this.deps.random() * (most - least)
  }
}

interface ReadyRule {
  rule: Rule
  /** The answer of `respond`. */
  answer: Answer | undefined
}

type UsableRule = ReadyRule & CompiledMatch

/** Nothing if it cannot apply. A rule that breaks something here, such as one of a newer version, must not end the others. */
function usableOf (rule: Rule, bodies: StoredBodies): UsableRule[] {
  if (!rule.enabled) return []
  try {
    const ready = { rule, answer: rule.action.type === 'respond' ? answerOf(rule.action, bodies) : undefined }
    return isReady(ready, bodies) ? [{ ...ready, ...compileMatch(rule.match) }] : []
  } catch {
    return []
  }
}

function isReady ({ rule: { action }, answer }: ReadyRule, bodies: StoredBodies): boolean {
  switch (action.type) {
    case 'respond': return answer !== undefined
    case 'change':
      return [action.request?.body, action.response?.body].every(body => body === undefined || contentOf(body, bodies) !== undefined)
    case 'delay': case 'fail': case 'pass': return true
    // An action of a newer version.
    default: return false
  }
}

const MAX_ALSO = 10

function appliedOf (hits: Rule[]): AppliedRule | undefined {
  const named = hits.map(({ id, name, action }) => ({ id, name, action: action.type }))
  const last = named.pop()
  return last && { ...last, ...named.length > 0 && { also: named.slice(0, MAX_ALSO) } }
}
