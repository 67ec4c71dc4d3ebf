// Reads from a JSON response body whether it reports a success or a failure, whatever the HTTP status: many backends always answer 200. The
// rules are few, because a success that is reported as an error costs more trust than an error that is missed.
import { eachMember } from '../json/member-texts.js'
import { afterSpace, endOfValue, OPEN_LIST, OPEN_OBJECT } from '../json/scan.js'
import type { Entry } from '../schema/entry.js'
import { shared } from './detached.js'

export interface Reply {
  /** The application code: the first code that means failure, else the first code. */
  code?: ReplyCode
  error?: ReplyError
}

export interface ReplyCode {
  /** The name of the member: `code`, `errcode` and so on. */
  name: string
  /** The code as it is written in the reply. */
  text: string
}

export interface ReplyError {
  /** The member that reports it: `errors[0]`, `success`, `error`, `status`, or the name of a code. */
  by: string
  /** For people: the reply's message about the error, else the value of the member. */
  message: string
}

/** Checked in this order. */
const CODE_NAMES = ['code', 'errcode', 'errno', 'errCode', 'error_code', 'ret', 'retcode', 'resultCode', 'status_code'] as const

/** `false` in one of them reports an error. */
export const FALSE_NAMES = ['success', 'ok', 'succeeded']
const STATE_NAMES = ['status', 'result']
const FAILED_STATES = ['"error"', '"fail"', '"failed"', '"failure"']
const MESSAGE_NAMES = ['message', 'msg', 'errmsg', 'error', 'desc']
// An object with one of these members is a thing that has a code, such as a product or a country.
const NAMES_OF_THINGS = ['id', 'name']
const NEEDED_NAMES = new Set<string>([
  ...CODE_NAMES, ...FALSE_NAMES, ...STATE_NAMES, ...MESSAGE_NAMES, ...NAMES_OF_THINGS, 'errors', 'error_description', 'error_msg', 'errMsg',
  'detail'
])
const GRAPHQL_MEMBERS = new Set(['errors', 'data', 'extensions'])
const ERROR_MESSAGE_NAMES = ['message', 'msg', 'errmsg', 'errMsg', 'error_msg', 'error_description', 'desc', 'detail', 'error'] as const
// A longer text in such a member is not an application code: it may be a program, or a code of OAuth.
const MAX_CODE_LENGTH = 64
const MAX_MESSAGE_LENGTH = 200
/** How many errors of a list are read. */
const MAX_ERRORS = 100

/** Undefined if the response is not a JSON object. If it was cut, the recorded part counts. */
export function replyOf ({ response }: Pick<Entry, 'response'>): Reply | undefined {
  if (!/^[\ufeff\s]*\{/.test(response)) return undefined
  const body = new Members(response)
  const code = codeOf(body)
  const error = errorOf(body, code)
  return { ...code && { code: { name: code.name, text: shared(code.text) } }, ...error && { error } }
}

/** Whether a whole number means failure, by the conventions of backends. A word never does. */
export function isFailureCode (code: string): boolean {
  if (!/^-?\d+$/.test(code)) return false
  const value = Number(code)
  return value !== 0 && !(value >= 200 && value <= 299) && value !== 1000 && value !== 10_000 && value !== 20_000
}

/** The members at the top level that the rules need. */
class Members {
  hasList = false
  hasOthersThanErrors = false
  private readonly texts = new Map<string, string>()

  constructor (source: string) {
    eachMember(source, 0, (name, start, end) => {
      if (source.charCodeAt(start) === OPEN_LIST && name !== 'errors') this.hasList = true
      if (!GRAPHQL_MEMBERS.has(name)) this.hasOthersThanErrors = true
      if (NEEDED_NAMES.has(name)) this.texts.set(name, source.slice(start, end))
    })
  }

  has (name: string): boolean {
    return this.texts.has(name)
  }

  /** The source text of a member's value; empty if there is no such member. */
  source (name: string): string {
    return this.texts.get(name) ?? ''
  }
}

function codeOf (body: Members): ReplyCode | undefined {
  const codes = CODE_NAMES.flatMap(name => {
    const text = plain(body.source(name))
    return text === undefined ? [] : [{ name, text }]
  })
  return codes.find(({ text }) => isFailureCode(text)) ?? codes[0]
}

function errorOf (body: Members, code: ReplyCode | undefined): ReplyError | undefined {
  const listed = body.hasOthersThanErrors ? undefined : listedError(body.source('errors'))
  if (listed) return listed
  const denied = FALSE_NAMES.find(name => body.source(name) === 'false')
  if (denied) return { by: denied, message: messageOf(body) ?? `${denied}: false` }
  const error = body.source('error')
  if (error === 'true' || error.startsWith('{') || textIn(error)) return { by: 'error', message: messageOf(body) ?? 'error' }
  const state = STATE_NAMES.find(name => FAILED_STATES.includes(body.source(name)))
  if (state) return { by: state, message: messageOf(body) ?? `${state}: ${textIn(body.source(state))}` }
  return code && isFailureCode(code.text) && !isThing(body) ? codeError(code, messageOf(body)) : undefined
}

/** The error for a code that is known to mean failure. */
export function codeError ({ name, text }: ReplyCode, message?: string): ReplyError {
  return { by: name, message: message === undefined ? `${name} ${text}` : `${name} ${text}: ${message}` }
}

// A product or a country has a code, too.
function isThing (body: Members): boolean {
  return (body.hasList || NAMES_OF_THINGS.some(name => body.has(name))) && !MESSAGE_NAMES.some(name => body.has(name))
}

/** The first error with a message in a list of errors, as GraphQL sends it. */
function listedError (source: string): ReplyError | undefined {
  if (source.charCodeAt(0) !== OPEN_LIST) return undefined
  let at = afterSpace(source, 1)
  for (let n = 0; n < MAX_ERRORS && source.charCodeAt(at) === OPEN_OBJECT; n++) {
    const message = memberOf(source, at, 'message')
    if (message !== undefined) return { by: `errors[${n}]`, message: textIn(message) ?? 'error' }
    at = afterSpace(source, afterSpace(source, endOfValue(source, at)) + 1)
  }
  return undefined
}

/** The first message for people; if `error` is an object, its `message`. */
function messageOf (body: Members): string | undefined {
  for (const name of ERROR_MESSAGE_NAMES) {
    const source = body.source(name)
    const inError = name === 'error' && source.startsWith('{') ? memberOf(source, 0, 'message') : undefined
    const message = textIn(source) ?? textIn(inError ?? '')
    if (message) return message
  }
  return undefined
}

function memberOf (source: string, from: number, wanted: string): string | undefined {
  let found: string | undefined
  const end = endOfValue(source, from)
  eachMember(source.slice(from, end), 0, (name, start, endOfMember) => {
    if (name === wanted) found = source.slice(from + start, from + endOfMember)
  })
  return found
}

/** The value of a source text that is a string; a long one is cut. Undefined if it is empty or not a string. */
function textIn (source: string): string | undefined {
  if (!source.startsWith('"')) return undefined
  // At most six characters of the source become one character of the text.
  const text = stringIn(
    source.length > 6 * MAX_MESSAGE_LENGTH ? `${source.slice(0, 6 * MAX_MESSAGE_LENGTH).replace(/\\[^"]{0,5}$/, '')}"` : source
  )?.trim()
  if (!text) return undefined
  return text.length <= MAX_MESSAGE_LENGTH ? text : `${text.slice(0, MAX_MESSAGE_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A number, text or boolean that is short enough for a code. */
function plain (source: string): string | undefined {
  if (source.length > MAX_CODE_LENGTH || !/^(?:"[^]*"|-?\d[\d.eE+-]*|true|false)$/.test(source)) return undefined
  return source.startsWith('"') ? stringIn(source) || undefined : source
}

function stringIn (source: string): string | undefined {
  try {
    return JSON.parse(source) as string
  } catch {
    return undefined
  }
}
