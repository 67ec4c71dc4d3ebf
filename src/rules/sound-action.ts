// Checks whether an action from the service has the shape that this code relies on. The service has validated it; but a service of another
// version, or another server at its address, must not make the app's requests fail. Apps do not load the schema's validator.
import { isRecord } from '../json/is-record.js'
import type { RuleAction } from '../schema/rule.js'

/** False also for an action of a newer version, which this code cannot do. */
export function isSoundAction (action: unknown): action is RuleAction {
  if (!isRecord(action)) return false
  switch (action.type) {
    case 'respond':
      return isCount(action.status) && isAnswer(action) && isList(action.headers, isHeader) && isMissingOr(action.delayMs, isWait)
    case 'change': return isMissingOr(action.request, isRequestChange) && isMissingOr(action.response, isResponseChange)
    case 'delay': return isWait(action.ms)
    case 'fail': return action.how === 'network' || action.how === 'timeout' || action.how === 'abort'
    case 'pass': return true
    default: return false
  }
}

function isRequestChange (change: unknown): boolean {
  return isRecord(change) && isMissingOr(change.origin, isText) && isMissingOr(change.pathPrefix, isPrefix) && hasHeaders(change) &&
    isMissingOr(change.body, isBody)
}

function isResponseChange (change: unknown): boolean {
  return isRecord(change) && isMissingOr(change.status, isCount) && isAnswer(change) && hasHeaders(change) &&
    isList(change.patch, isOperation)
}

function isAnswer ({ statusText, body }: Record<string, unknown>): boolean {
  return isMissingOr(statusText, isText) && isMissingOr(body, isBody)
}

function hasHeaders ({ setHeaders, removeHeaders }: Record<string, unknown>): boolean {
  return isList(setHeaders, isHeader) && isList(removeHeaders, isText)
}

function isHeader (header: unknown): boolean {
  return isRecord(header) && isText(header.name) && isText(header.value)
}

function isPrefix (prefix: unknown): boolean {
  return isRecord(prefix) && isText(prefix.from) && isText(prefix.to)
}

function isBody (body: unknown): boolean {
  return isRecord(body) && [body.text, body.base64, body.stored, body.entry].filter(isText).length === 1
}

function isOperation (operation: unknown): boolean {
  return isRecord(operation) && isText(operation.op) && isText(operation.path) && isMissingOr(operation.from, isText)
}

/** In milliseconds, or a range. */
function isWait (wait: unknown): boolean {
  return isCount(wait) || (Array.isArray(wait) && wait.length === 2 && wait.every(isCount))
}

function isList (list: unknown, isItem: (item: unknown) => boolean): boolean {
  return list === undefined || (Array.isArray(list) && list.every(isItem))
}

function isMissingOr (value: unknown, isOne: (value: unknown) => boolean): boolean {
  return value === undefined || isOne(value)
}

function isCount (value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}

function isText (value: unknown): value is string {
  return typeof value === 'string'
}
