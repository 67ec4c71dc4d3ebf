// A rule as a person edits it: each value is the text of its field. The fields of all actions are kept, so that a person can try another
// action and come back.
import { base64Size, utf8Size } from '../../../../exchange/size.js'
import type { GivenRule, RuleAction, RuleBody, Wait } from '../../../../schema/rule.js'
import { linesOf } from '../header-lines.js'

/** `kept`: bytes, or a body that is stored elsewhere; it is used as it is. `bytes`: its size, if it does not say so itself. */
export type BodyDraft = { text: string } | { kept: RuleBody, bytes?: number | undefined }

export const FAILURES = ['network', 'timeout', 'abort'] as const
export type Failure = typeof FAILURES[number]
/** What a change does to the body of a response. */
export const BODY_CHANGES = ['keep', 'replace', 'merge', 'patch'] as const
export type BodyChange = typeof BODY_CHANGES[number]

export type ActionName = RuleAction['type']

export interface RespondDraft {
  status: string
  statusText: string
  /** One line for each header. */
  headers: string
  body: BodyDraft
  /** As in `readWait`. */
  wait: string
}

export interface ChangeDraft {
  origin: string
  from: string
  to: string
  requestHeaders: string
  /** Names of headers, with commas. */
  requestWithout: string
  requestBody: BodyDraft | undefined
  status: string
  statusText: string
  headers: string
  without: string
  how: BodyChange
  body: BodyDraft
  /** JSON. */
  merge: string
  patch: string
}

export interface RuleDraft {
  id: string | undefined
  /** Empty: it is named after what it does. */
  name: string
  enabled: boolean
  match: string
  type: RuleAction['type']
  respond: RespondDraft
  change: ChangeDraft
  delay: string
  failure: Failure
  times: string
  chance: string
  /** Undefined: it keeps its end. */
  lifetimeMs: number | undefined
  expires: number | undefined
}

export const LIFETIMES_MS = [10, 60, 8 * 60, 24 * 60].map(minutes => minutes * 60_000)
export const DEFAULT_DELAY = '2000'
const DEFAULT_STATUS = '200'

/**
 * `name`: the name that the rule would have by itself; if it has this one, nobody has chosen it. `bytes`: the size of a body that is
 * copied from an entry.
 */
export function draftOf (rule: GivenRule, name: string, bytes?: number): RuleDraft {
  const { action } = rule
  return {
    id: rule.id,
    name: rule.name === name ? '' : rule.name,
    enabled: rule.enabled ?? true,
    match: rule.match,
    type: action.type,
    respond: respondDraft(action.type === 'respond' ? action : undefined, bytes),
    change: changeDraft(action.type === 'change' ? action : undefined),
    delay: action.type === 'delay' ? waitText(action.ms) : DEFAULT_DELAY,
    failure: action.type === 'fail' ? action.how : 'network',
    times: rule.times === undefined ? '' : String(rule.times),
    chance: rule.chance === undefined ? '' : String(rule.chance),
    lifetimeMs: rule.expires === undefined ? rule.lifetimeMs ?? LIFETIMES_MS[1] : rule.lifetimeMs,
    expires: rule.expires
  }
}

function respondDraft (action: Extract<RuleAction, { type: 'respond' }> | undefined, bytes: number | undefined): RespondDraft {
  return {
    status: action ? String(action.status) : DEFAULT_STATUS,
    statusText: action?.statusText ?? '',
    headers: action ? linesOf(action.headers ?? []) : 'content-type: application/json',
    body: bodyDraft(action?.body, bytes),
    wait: action?.delayMs === undefined ? '' : waitText(action.delayMs)
  }
}

function changeDraft (action: Extract<RuleAction, { type: 'change' }> | undefined): ChangeDraft {
  const { request = {}, response = {} } = action ?? {}
  return {
    origin: request.origin ?? '',
    from: request.pathPrefix?.from ?? '',
    to: request.pathPrefix?.to ?? '',
    requestHeaders: linesOf(request.setHeaders ?? []),
    requestWithout: (request.removeHeaders ?? []).join(', '),
    requestBody: request.body && bodyDraft(request.body),
    status: response.status === undefined ? '' : String(response.status),
    statusText: response.statusText ?? '',
    headers: linesOf(response.setHeaders ?? []),
    without: (response.removeHeaders ?? []).join(', '),
    how: response.body ? 'replace' : response.merge !== undefined ? 'merge' : response.patch ? 'patch' : action ? 'keep' : 'merge',
    body: bodyDraft(response.body),
    merge: response.merge === undefined ? '' : JSON.stringify(response.merge, undefined, 2),
    patch: response.patch ? JSON.stringify(response.patch, undefined, 2) : ''
  }
}

function bodyDraft (body: RuleBody | undefined, bytes?: number): BodyDraft {
  if (!body) return { text: '' }
  return 'text' in body ? { text: body.text } : { kept: body, bytes }
}

/** In bytes; 0 if it is unknown. */
export function sizeOf (body: BodyDraft): number {
  if ('text' in body) return utf8Size(body.text)
  if ('base64' in body.kept) return base64Size(body.kept.base64)
  return 'stored' in body.kept ? body.kept.bytes : body.bytes ?? 0
}

export function waitText (wait: Wait): string {
  return Array.isArray(wait) ? wait.join('-') : String(wait)
}
