// Makes a rule from a draft, and finds what is wrong in it. The service checks the rule again.
import { parsedUrl } from '../../../../exchange/parsed-url.js'
import type { RuleChange, ChangeRequest, ChangeResponse, GivenRule, RuleAction, RuleBody, Wait } from '../../../../schema/rule.js'
import { BODILESS, RULE_LIMITS, UNANSWERABLE } from '../../../../schema/rule-limits.js'
import { isFieldText, isHeaderName } from '../../../../rules/header-grammar.js'
import { matchFaultIn } from '../../../../rules/match-fault.js'
import { faultyLineOf, fieldsOf } from '../header-lines.js'
import { sizeOf, type BodyDraft, type ChangeDraft, type RuleDraft, type RespondDraft } from './draft.js'

/** The words of a fault are in the words of `rules`. */
export interface DraftFault {
  /** The field, as in the form. */
  at: 'match' | 'status' | 'statusText' | 'headers' | 'requestHeaders' | 'body' | 'requestBody' | 'wait' | 'delay' | 'origin' | 'from' |
    'without' | 'requestWithout' | 'merge' | 'patch' | 'nothing' | 'times' | 'chance'
  what: 'match' | 'status' | 'redirect' | 'reset' | 'bodiless' | 'latin' | 'line' | 'value' | 'large' | 'wait' | 'origin' | 'path' |
    'names' | 'json' | 'operations' | 'nothing' | 'times' | 'chance'
  line?: number
}

/** Only for a draft without a fault. `name`: if the person has chosen none. */
export function ruleOf (draft: RuleDraft, name: string): GivenRule {
  const { id, enabled, match, times, chance, lifetimeMs, expires } = draft
  return {
    ...id !== undefined && { id },
    name: (draft.name.trim() || name).slice(0, 100),
    enabled,
    match: match.trim(),
    action: actionOf(draft),
    ...times.trim() !== '' && { times: Number(times) },
    ...chance.trim() !== '' && { chance: Number(chance) },
    ...expires !== undefined && { expires },
    ...lifetimeMs !== undefined && { lifetimeMs }
  }
}

export function actionOf ({ type, respond, change, delay, failure }: RuleDraft): RuleAction {
  switch (type) {
    case 'respond': return respondOf(respond)
    case 'change': return changeOf(change)
    case 'delay': return { type, ms: readWait(delay) ?? 0 }
    case 'fail': return { type, how: failure }
    case 'pass': return { type }
  }
}

export function faultsIn (draft: RuleDraft): DraftFault[] {
  const { match, type, respond, change, delay, times, chance } = draft
  const faults = type === 'respond' ? respondFaults(respond) : type === 'change' ? changeFaults(change) : []
  if (matchFaultIn(match) !== undefined) faults.unshift({ at: 'match', what: 'match' })
  if (type === 'delay' && readWait(delay) === undefined) faults.push({ at: 'delay', what: 'wait' })
  if (times.trim() !== '' && !(isWhole(times) && Number(times) >= 1 && Number(times) <= 1e9)) faults.push({ at: 'times', what: 'times' })
  if (chance.trim() !== '' && !(Number(chance) > 0 && Number(chance) <= 100)) faults.push({ at: 'chance', what: 'chance' })
  return faults
}

const WAIT = /^(\d+(?:\.\d+)?)\s*(ms|s)?(?:\s*[-–]\s*(\d+(?:\.\d+)?)\s*(ms|s)?)?$/

/** `800`, `1.5 s`, `200-1500` or `1 s - 3 s`; in milliseconds unless it says otherwise. Undefined if it is none of these. */
export function readWait (text: string): Wait | undefined {
  const [, least = '', unit, most, mostUnit] = WAIT.exec(text.trim()) ?? []
  if (least === '') return undefined
  // `1-3 s` are seconds, both.
  const from = inMs(least, unit ?? mostUnit)
  const to = most === undefined ? undefined : inMs(most, mostUnit ?? unit)
  if (from > RULE_LIMITS.delay || (to !== undefined && (to < from || to > RULE_LIMITS.delay))) return undefined
  return to === undefined || to === from ? from : [from, to]
}

/** Undefined if the text is JSON, or empty; otherwise what the browser says about it. */
export function jsonFault (text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function respondOf ({ status, statusText, headers, body, wait }: RespondDraft): RuleAction {
  const [given, delayMs] = [bodyOf(body), readWait(wait)]
  const fields = fieldsOf(headers)
  return {
    type: 'respond',
    status: Number(status),
    ...statusText !== '' && { statusText },
    ...fields.length > 0 && { headers: fields },
    ...given && { body: given },
    ...delayMs !== undefined && { delayMs }
  }
}

function changeOf (draft: ChangeDraft): RuleChange {
  const [request, response] = [requestChange(draft), responseChange(draft)]
  return {
    type: 'change',
    ...Object.keys(request).length > 0 && { request },
    ...Object.keys(response).length > 0 && { response }
  }
}

function requestChange ({ origin, from, to, requestHeaders, requestWithout, requestBody }: ChangeDraft): ChangeRequest {
  const [fields, names, body] = [fieldsOf(requestHeaders), namesIn(requestWithout), requestBody && bodyOf(requestBody)]
  return {
    ...origin.trim() !== '' && { origin: new URL(origin.trim()).origin },
    ...from.trim() !== '' && { pathPrefix: { from: from.trim(), to: to.trim() } },
    ...fields.length > 0 && { setHeaders: fields },
    ...names.length > 0 && { removeHeaders: names },
    ...requestBody && { body: body ?? { text: '' } }
  }
}

function responseChange ({ status, statusText, headers, without, how, body, merge, patch }: ChangeDraft): ChangeResponse {
  const [fields, names] = [fieldsOf(headers), namesIn(without)]
  return {
    ...status.trim() !== '' && { status: Number(status) },
    ...statusText !== '' && { statusText },
    ...fields.length > 0 && { setHeaders: fields },
    ...names.length > 0 && { removeHeaders: names },
    ...how === 'replace' && { body: bodyOf(body) ?? { text: '' } },
    ...how === 'merge' && merge.trim() !== '' && { merge: JSON.parse(merge) as unknown },
    ...how === 'patch' && patch.trim() !== '' && { patch: JSON.parse(patch) as NonNullable<ChangeResponse['patch']> }
  }
}

function respondFaults ({ status, statusText, headers, body, wait }: RespondDraft): DraftFault[] {
  const isBodiless = BODILESS.some(code => String(code) === status) && !isEmpty(body)
  return [
    ...statusFaults(status, statusText),
    ...headerFaults('headers', headers),
    ...isBodiless ? [{ at: 'body', what: 'bodiless' } as const] : bodyFaults('body', body),
    ...wait.trim() !== '' && readWait(wait) === undefined ? [{ at: 'wait', what: 'wait' } as const] : []
  ]
}

function changeFaults (draft: ChangeDraft): DraftFault[] {
  const { origin, from, to, requestHeaders, requestWithout, requestBody } = draft
  const { status, statusText, headers, without, how, body, merge, patch } = draft
  const faults: (DraftFault | false | undefined)[] = [
    origin.trim() !== '' && !isOrigin(origin.trim()) && { at: 'origin', what: 'origin' },
    (from.trim() === '' ? to.trim() !== '' : !from.trim().startsWith('/') || !to.trim().startsWith('/')) && { at: 'from', what: 'path' },
    ...headerFaults('requestHeaders', requestHeaders),
    !areNames(requestWithout) && { at: 'requestWithout', what: 'names' },
    ...requestBody ? bodyFaults('requestBody', requestBody) : [],
    ...status.trim() === '' && statusText === '' ? [] : statusFaults(status.trim() || '200', statusText),
    ...headerFaults('headers', headers),
    !areNames(without) && { at: 'without', what: 'names' },
    ...how === 'replace' ? bodyFaults('body', body) : [],
    how === 'merge' && jsonFault(merge) !== undefined && { at: 'merge', what: 'json' },
    how === 'patch' && !areOperations(patch) && { at: 'patch', what: 'operations' }
  ]
  const found = faults.filter(fault => typeof fault === 'object')
  if (found.length > 0) return found
  const { request, response } = changeOf(draft)
  return request || response ? [] : [{ at: 'nothing', what: 'nothing' }]
}

function statusFaults (status: string, statusText: string): DraftFault[] {
  const code = Number(status)
  if (!isWhole(status) || code < 200 || code > 599) return [{ at: 'status', what: 'status' }]
  if (code === 205) return [{ at: 'status', what: 'reset' }]
  if (UNANSWERABLE.some(other => other === code)) return [{ at: 'status', what: 'redirect' }]
  return isFieldText(statusText) ? [] : [{ at: 'statusText', what: 'latin' }]
}

function headerFaults (at: 'headers' | 'requestHeaders', lines: string): DraftFault[] {
  const line = faultyLineOf(lines)
  if (line !== undefined) return [{ at, what: 'line', line }]
  const foreign = lines.split('\n').findIndex(line => fieldsOf(line).some(({ value }) => !isFieldText(value)))
  return foreign < 0 ? [] : [{ at, what: 'value', line: foreign + 1 }]
}

function bodyFaults (at: 'body' | 'requestBody', body: BodyDraft): DraftFault[] {
  return sizeOf(body) > RULE_LIMITS.bodyBytes ? [{ at, what: 'large' }] : []
}

function bodyOf (body: BodyDraft): RuleBody | undefined {
  if ('kept' in body) return body.kept
  return body.text === '' ? undefined : { text: body.text }
}

function isEmpty (body: BodyDraft): boolean {
  return 'text' in body && body.text === ''
}

function namesIn (text: string): string[] {
  return text.split(',').map(name => name.trim()).filter(name => name !== '')
}

function areNames (text: string): boolean {
  return namesIn(text).every(isHeaderName)
}

function isOrigin (text: string): boolean {
  const url = parsedUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/'
}

function areOperations (text: string): boolean {
  if (text.trim() === '') return true
  if (jsonFault(text) !== undefined) return false
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) && value.every((item: unknown) => typeof item === 'object' && item !== null && 'op' in item && 'path' in item)
}

function isWhole (text: string): boolean {
  return /^\d{1,10}$/.test(text.trim())
}

function inMs (text: string, unit: string | undefined): number {
  return Math.round(Number(text) * (unit === 's' ? 1000 : 1))
}
