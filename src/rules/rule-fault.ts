// Finds faults in a rule that has a valid shape: parts that no platform could apply, or that would do more than the rule says. The service
// refuses such a rule. The editor has its own checks, with the field at fault: web/viewer/model/rules/read-draft.ts.
import { fromBase64 } from '../exchange/base64.js'
import { parsedUrl } from '../exchange/parsed-url.js'
import { utf8Size } from '../exchange/size.js'
import { RULE_LIMITS, UNANSWERABLE } from '../schema/rule-limits.js'
import type { RuleChange, ChangeRequest, ChangeResponse, GivenRule, Respond, RuleBody, RuleHeader, Wait } from '../schema/rule.js'
import { isBodiless } from './answer.js'
import { isFieldText, isHeaderName } from './header-grammar.js'

/** A sentence that names the member, without a period at its end. For `match`, see match-fault.ts. */
export function ruleFault ({ action }: GivenRule): string | undefined {
  switch (action.type) {
    case 'respond':
      return partsFault(action, 'action') ?? headersFault(action.headers, 'action.headers') ?? waitFault(action.delayMs, 'action.delayMs')
    case 'change':
      return changeFault(action)
    case 'delay':
      return waitFault(action.ms, 'action.ms')
    default:
      return undefined
  }
}

type ResponseParts = Partial<Pick<Respond, 'status' | 'statusText' | 'body'>>

function partsFault ({ status, statusText, body }: ResponseParts, place: string): string | undefined {
  if (status !== undefined && (UNANSWERABLE as readonly number[]).includes(status)) {
    return status === 205
      ? `${place}.status: a rule cannot answer with 205; use 204 or 200`
      : `${place}.status: a rule cannot answer with a redirect (${status}), because platforms would follow it`
  }
  if (statusText !== undefined && !isFieldText(statusText)) {
    return `${place}.statusText may have only printable characters up to U+00FF, without line breaks`
  }
  if (status !== undefined && isBodiless(status) && body && !isEmpty(body)) return `${place}.body: a response with ${status} has no body`
  return body && bodyFault(body, `${place}.body`)
}

function changeFault ({ request, response }: RuleChange): string | undefined {
  if (!request && !response) return 'action must have a member request or response, with the changes'
  return (request && requestFault(request)) ?? (response && responseFault(response))
}

function requestFault ({ origin, setHeaders, removeHeaders, body }: ChangeRequest): string | undefined {
  const place = 'action.request'
  if (origin !== undefined && !isOrigin(origin)) {
    return `${place}.origin must be an origin of http or https, without a path, such as https://staging.example.com`
  }
  return headersFault(setHeaders, `${place}.setHeaders`) ?? namesFault(removeHeaders, `${place}.removeHeaders`) ??
    (body && bodyFault(body, `${place}.body`))
}

function responseFault (response: ChangeResponse): string | undefined {
  const place = 'action.response'
  const { status, setHeaders, removeHeaders, body, merge, patch } = response
  if ([body, merge, patch].filter(given => given !== undefined).length > 1) {
    return `${place} may have only one of body, merge and patch`
  }
  if (status !== undefined && isBodiless(status) && (merge !== undefined || patch)) {
    return `${place}.status: a response with ${status} has no body that could be changed`
  }
  return partsFault(response, place) ?? headersFault(setHeaders, `${place}.setHeaders`) ??
    namesFault(removeHeaders, `${place}.removeHeaders`) ?? sizeFault(merge, `${place}.merge`) ?? patchFault(patch, `${place}.patch`)
}

const NO_POINTER = 'is not a JSON pointer: it must be empty or begin with /, and ~ may stand only in ~0 and ~1 (RFC 6901)'

function patchFault (patch: ChangeResponse['patch'], place: string): string | undefined {
  for (const [n, operation] of (patch ?? []).entries()) {
    const { op, path, from } = operation
    const at = `${place}.${n}`
    if (!POINTER.test(path)) return `${at}.path ${NO_POINTER}`
    if (op === 'move' || op === 'copy') {
      if (from === undefined) return `${at}.from is missing: ${op} needs it`
      if (!POINTER.test(from)) return `${at}.from ${NO_POINTER}`
    }
    if ((op === 'add' || op === 'replace' || op === 'test') && !('value' in operation)) return `${at}.value is missing: ${op} needs it`
  }
  return sizeFault(patch, place)
}

function headersFault (headers: RuleHeader[] = [], place: string): string | undefined {
  for (const [n, { name, value }] of headers.entries()) {
    if (!isHeaderName(name)) return `${place}.${n}.name is not a valid header name`
    if (!isFieldText(value)) return `${place}.${n}.value may have only printable characters up to U+00FF, without line breaks`
  }
  return undefined
}

function namesFault (names: string[] = [], place: string): string | undefined {
  const wrong = names.findIndex(name => !isHeaderName(name))
  return wrong < 0 ? undefined : `${place}.${wrong} is not a valid header name`
}

function waitFault (wait: Wait | undefined, place: string): string | undefined {
  return Array.isArray(wait) && wait[0] > wait[1] ? `${place}: the first value must not be greater than the second` : undefined
}

function bodyFault (body: RuleBody, place: string): string | undefined {
  if ('base64' in body) {
    const bytes = decoded(body.base64)
    return bytes ? tooLarge(bytes.length, place) : `${place}.base64 is not base64`
  }
  return 'text' in body ? tooLarge(utf8Size(body.text), place) : undefined
}

function sizeFault (json: unknown, place: string): string | undefined {
  if (json === undefined) return undefined
  // First, because it is written as a text by recursion, here and wherever rules are read.
  if (isDeeper(json, RULE_LIMITS.levels)) return `${place} has more than ${RULE_LIMITS.levels} levels of lists and objects`
  return tooLarge(utf8Size(JSON.stringify(json)), place)
}

function isDeeper (json: unknown, most: number): boolean {
  let level = [json]
  for (let levels = 0; level.length > 0; levels++) {
    const containers = level.filter(value => typeof value === 'object' && value !== null)
    if (containers.length > 0 && levels === most) return true
    level = containers.flatMap(value => Object.values(value) as unknown[])
  }
  return false
}

/** In bytes. */
export function tooLarge (size: number, place: string): string | undefined {
  return size > RULE_LIMITS.bodyBytes ? `${place} has ${size} bytes; the limit is ${RULE_LIMITS.bodyBytes}` : undefined
}

function isEmpty (body: RuleBody): boolean {
  return ('text' in body && body.text === '') || ('base64' in body && body.base64 === '')
}

function isOrigin (text: string): boolean {
  const url = parsedUrl(text)
  return url !== undefined && /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) && url.username === ''
}

function decoded (base64: string): Uint8Array | undefined {
  try {
    return fromBase64(base64)
  } catch {
    return undefined
  }
}

// RFC 6901: empty, or each part begins with a slash; ~ comes only as ~0 and ~1.
const POINTER = /^(\/([^~/]|~[01])*)*$/
