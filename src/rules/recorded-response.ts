// The recorded response of an entry in the form of a rule: only headers that a rule can send, and the body as it was decoded.
import { responseBodyOf, type Body } from '../exchange/body.js'
import { usualBase64 } from '../exchange/base64.js'
import { readHeaders, type HeaderField } from '../exchange/headers.js'
import { statusIn } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import type { RuleBody, RuleHeader } from '../schema/rule.js'
import { RULE_LIMITS } from '../schema/rule-limits.js'
import { isFieldText, isHeaderName } from './header-grammar.js'

export interface RecordedResponse {
  statusText: string
  headers: RuleHeader[]
  /** Undefined if it is empty. */
  body: RuleBody | undefined
  /** The bytes of the body. */
  size: number
  /** Whether only a part of the body was recorded. */
  isCut: boolean
}

/** A body of more than 4 KiB is a reference to the entry: the service copies it when the rule is saved. */
export function recordedResponse (entry: Entry): RecordedResponse {
  const headers = readHeaders(entry.responseHeader)
  const body = responseBodyOf(entry)
  const statusText = statusIn(headers)?.text ?? ''
  return {
    statusText: statusText.length <= MAX_REASON_LENGTH && isFieldText(statusText) ? statusText : '',
    headers: headers.fields.filter(isSendable).slice(0, MAX_HEADERS).map(field => withUtf8Charset(field, body)),
    body: ruleBody(entry, body),
    size: body.size,
    isCut: body.cut !== undefined
  }
}

/** The same response with its body inside, whatever its size: for rules of another session, and for files. */
export function wholeBody (entry: Entry): RuleBody | undefined {
  const { text, base64 } = responseBodyOf(entry)
  if (base64 !== undefined) return { base64: usualBase64(base64) }
  return text === '' || entry.method === 'HEAD' ? undefined : { text }
}

function ruleBody (entry: Entry, { size }: Body): RuleBody | undefined {
  const whole = wholeBody(entry)
  return whole && size > RULE_LIMITS.inlineBytes ? { entry: entry.id } : whole
}

const MAX_HEADERS = 100
const MAX_REASON_LENGTH = 200
const MAX_NAME_LENGTH = 256
const MAX_VALUE_LENGTH = 8192

// Headers of one connection (RFC 9110 §7.6.1), those that describe the bytes on the wire, and cookies, which a script cannot set.
const NOT_SENDABLE = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding',
  'upgrade', 'content-length', 'content-encoding', 'set-cookie', 'set-cookie2'
])

function isSendable ({ name, value }: HeaderField): boolean {
  return name.length <= MAX_NAME_LENGTH && isHeaderName(name) && value.length <= MAX_VALUE_LENGTH && isFieldText(value) &&
    !NOT_SENDABLE.has(name.toLowerCase())
}

// A text was decoded when it was recorded, and a rule sends it as UTF-8.
function withUtf8Charset ({ name, value }: HeaderField, { base64 }: Body): RuleHeader {
  if (base64 !== undefined || name.toLowerCase() !== 'content-type') return { name, value }
  return { name, value: value.replace(/(;\s*charset=)(?:"[^"]*"|[^\s;"]+)/i, '$1utf-8') }
}
