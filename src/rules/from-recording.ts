// Rules that answer a whole session as it was recorded: for each request, its responses in their order. The rules of a sequence have the
// same match. Equal responses in a row are one rule, which applies to as many requests as there were such responses; then the next rule
// applies. The last success, or the last response if there was none, answers all later requests.
import { addressOf } from '../exchange/address.js'
import { outcomeOf, startMsOf } from '../exchange/outcome.js'
import { readHeaders, valueOf } from '../exchange/headers.js'
import { parsedUrl } from '../exchange/parsed-url.js'
import { statusOf } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import type { GivenRule, RuleAction } from '../schema/rule.js'
import { RULE_LIMITS } from '../schema/rule-limits.js'
import { groupAlike, type AlikeOptions } from './alike.js'
import { fitted, type Room, type Step } from './fitting.js'
import { actionOf, nameOf, obstacleOf, type Obstacle } from './from-entry.js'
import { recordedResponse, wholeBody } from './recorded-response.js'

/**
 * Why the response of an entry is in no rule: an `Obstacle`; `large`: its body is larger than a rule may have; `match`: what the request
 * asked for is longer than a filter may be; `full`: the limits of a session's rules are reached.
 */
export type LeftOutWhy = Obstacle | 'large' | 'match' | 'full'
export interface LeftOut { entry: Entry, why: LeftOutWhy }

export interface RecordedRules {
  rules: GivenRule[]
  /** In the order of the entries. */
  leftOut: LeftOut[]
}

export interface RecordingOptions extends AlikeOptions {
  /** The room that the other rules of the session leave; the limits of a session if it is missing. */
  room?: Room | undefined
}

/** The bodies are inside the rules, so they fit into any session. */
export function rulesFromRecording (entries: readonly Entry[], { room = RULE_LIMITS, ...options }: RecordingOptions = {}): RecordedRules {
  const leftOut = new Map<Entry, LeftOutWhy>()
  const targets = targetsOf(entries)
  const answers = new Map<Entry, RuleAction>()
  for (const entry of entries) {
    const answered = answeredBy(entry, targets)
    const why = obstacleOf(answered) ?? (recordedResponse(answered).size > room.bodyBytes ? 'large' : undefined)
    if (why === undefined) answers.set(entry, withWholeBody(actionOf(answered), answered))
    else leftOut.set(entry, why)
  }
  const sequences = groupAlike([...answers.keys()], options).map(({ match, requests }): Step[] => {
    if (match.length <= RULE_LIMITS.match) return stepsOf(match, requests, answers)
    for (const entry of requests) leftOut.set(entry, 'match')
    return []
  })
  const { kept, dropped } = fitted(sequences, room)
  for (const { entries } of dropped) for (const entry of entries) leftOut.set(entry, 'full')
  return {
    rules: kept.map(({ rule }) => rule),
    leftOut: entries.flatMap(entry => {
      const why = leftOut.get(entry)
      return why === undefined ? [] : [{ entry, why }]
    })
  }
}

/** The responses in their order; equal ones that follow each other are one step. */
function stepsOf (match: string, requests: Entry[], answers: Map<Entry, RuleAction>): Step[] {
  const given = requests.flatMap(entry => {
    const action = answers.get(entry)
    return action ? [{ entry, action }] : []
  })
  // A browser that gets a 304 gives its app the response that it has in its cache.
  const isCached = given.some(({ action }) => action.type === 'respond' && action.status === 200)
  const runs: { entries: Entry[], action: RuleAction, key: string }[] = []
  for (const { entry, action } of given.filter(({ action }) => !isCached || !isNotModified(action))) {
    const key = keyOf(action)
    const last = runs.at(-1)
    if (last?.key === key) last.entries.push(entry)
    else runs.push({ entries: [entry], action, key })
  }
  const good = runs.findLastIndex(({ entries: [entry] }) => entry && outcomeOf(entry, Infinity).verdict === 'fine')
  const lastingRun = runs[good < 0 ? runs.length - 1 : good]
  const steps = runs.map((run, n): Step => ({
    entries: run.entries,
    rule: ruleOf(run, { match, step: runs.length > 1 ? `${n + 1} of ${runs.length}` : '' }),
    isLasting: false
  }))
  const final = steps.at(-1)
  if (!lastingRun || !final) return []
  if (lastingRun === runs.at(-1)) final.isLasting = true
  else steps.push({ entries: [], rule: ruleOf(lastingRun, { match, step: 'then' }), isLasting: true })
  return steps.map(step => step.isLasting ? step : { ...step, rule: { ...step.rule, times: step.entries.length } })
}

function ruleOf ({ entries: [entry], action }: { entries: Entry[], action: RuleAction }, { match, step }: { match: string, step: string }) {
  const room = 100 - step.length - 3
  const name = entry ? nameOf(entry) : match
  return { name: step === '' ? name : `${name.slice(0, room).replace(/[\ud800-\udbff]$/, '')} (${step})`, match, action }
}

function isNotModified (action: RuleAction): boolean {
  return action.type === 'respond' && action.status === 304
}

// Headers such as Date differ each time.
function keyOf (action: RuleAction): string {
  return action.type === 'respond' ? JSON.stringify([action.status, action.body]) : JSON.stringify(action)
}

function withWholeBody (action: RuleAction, entry: Entry): RuleAction {
  if (action.type !== 'respond' || !action.body) return action
  return { ...action, body: wholeBody(entry) ?? action.body }
}

const MAX_REDIRECTS = 20

/** A redirect cannot be answered, but what it led to can. */
function answeredBy (entry: Entry, targets: Map<string, Entry[]>): Entry {
  let at = entry
  for (let n = 0; n < MAX_REDIRECTS && obstacleOf(at) === 'redirect'; n++) {
    const next = targets.get(targetOf(at))?.find(other => startMsOf(other) >= startMsOf(at) && other !== at)
    if (!next) return entry
    at = next
  }
  return at
}

function targetsOf (entries: readonly Entry[]): Map<string, Entry[]> {
  const targets = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = `${entry.method} ${addressOf(entry).href}`
    const known = targets.get(key)
    if (known) known.push(entry)
    else targets.set(key, [entry])
  }
  return targets
}

function targetOf (entry: Entry): string {
  const location = valueOf(readHeaders(entry.responseHeader), 'location') ?? ''
  const { href } = addressOf(entry)
  const method = [307, 308].includes(statusOf(entry.responseHeader)?.code ?? 0) || entry.method === 'HEAD' ? entry.method : 'GET'
  return `${method} ${parsedUrl(location, href)?.href ?? location}`
}
