// What a JSON reply says of itself, beside the status of HTTP: many backends answer 200 whatever happens. The rules are few, because a
// success that is called an error costs more trust than an error that is not seen.
import { eachMember } from '../json/member-texts.js'
import { afterSpace, endOfValue, OPEN_LIST, OPEN_OBJECT } from '../json/scan.js'
import type { Entry } from '../schema/entry.js'
import { detached } from './detached.js'

export interface Reply {
  /** The code of the application: the first that says that something failed, else the first there is. */
  code?: ReplyCode
  error?: ReplyError
}

export interface ReplyCode {
  /** `code`, `errcode` and so on. */
  name: string
  /** As it is spelt. */
  text: string
}

export interface ReplyError {
  /** Which member says it: `errors[0]`, `success`, `error`, `status`, or the name of a code. */
  by: string
  /** For people: what the reply says of the error, else what the member holds. */
  said: string
}

/** In this order. */
export const CODE_NAMES = ['code', 'errcode', 'errno', 'errCode', 'error_code', 'ret', 'retcode', 'resultCode', 'status_code'] as const

const FALSE_NAMES = ['success', 'ok', 'succeeded']
const STATE_NAMES = ['status', 'result']
const FAILED_STATES = ['"error"', '"fail"', '"failed"', '"failure"']
const MESSAGE_NAMES = ['message', 'msg', 'errmsg', 'error', 'desc']
// What has these is a thing that has a code, such as a product or a country.
const NAMES_OF_THINGS = ['id', 'name']
const SOUGHT = new Set<string>([
  ...CODE_NAMES, ...FALSE_NAMES, ...STATE_NAMES, ...MESSAGE_NAMES, ...NAMES_OF_THINGS, 'errors', 'error_description', 'error_msg', 'errMsg',
  'detail'
])
const BESIDE_ERRORS = new Set(['errors', 'data', 'extensions'])
const SAID_NAMES = ['message', 'msg', 'errmsg', 'errMsg', 'error_msg', 'error_description', 'desc', 'detail', 'error'] as const
// A longer text under the name of a code is none: a program, say, or a code of OAuth.
const LONGEST_CODE = 64
const LONGEST_SAID = 200
/** Of a list of errors. */
const MOST_ERRORS = 100

/** Undefined where the response is no JSON object. Where it was cut, what is there counts. */
export function replyOf ({ response }: Pick<Entry, 'response'>): Reply | undefined {
  if (!/^[\ufeff\s]*\{/.test(response)) return undefined
  const body = new Members(response)
  const code = codeOf(body)
  const error = errorOf(body, code)
  return { ...code && { code: { name: code.name, text: detached(code.text) } }, ...error && { error } }
}

/** Whether a whole number says that something failed, as backends are used to write it. A word never does. */
export function isFailureCode (code: string): boolean {
  if (!/^-?\d+$/.test(code)) return false
  const value = Number(code)
  return value !== 0 && !(value >= 200 && value <= 299) && value !== 1000 && value !== 10_000 && value !== 20_000
}

/** What is sought of the members at the top level. */
class Members {
  hasList = false
  hasOthersThanErrors = false
  private readonly texts = new Map<string, string>()

  constructor (source: string) {
    eachMember(source, 0, (name, start, end) => {
      if (source.charCodeAt(start) === OPEN_LIST && name !== 'errors') this.hasList = true
      if (!BESIDE_ERRORS.has(name)) this.hasOthersThanErrors = true
      if (SOUGHT.has(name)) this.texts.set(name, source.slice(start, end))
    })
  }

  has (name: string): boolean {
    return this.texts.has(name)
  }

  /** As it stands in the source; empty where it is not there. */
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
  if (denied) return { by: denied, said: saidIn(body) ?? `${denied}: false` }
  const error = body.source('error')
  if (error === 'true' || error.startsWith('{') || textIn(error)) return { by: 'error', said: saidIn(body) ?? 'error' }
  const state = STATE_NAMES.find(name => FAILED_STATES.includes(body.source(name)))
  if (state) return { by: state, said: saidIn(body) ?? `${state}: ${textIn(body.source(state))}` }
  return code && isFailureCode(code.text) && !isThing(body) ? codeError(code, saidIn(body)) : undefined
}

/** The error that a code says, whatever it is. */
export function codeError ({ name, text }: ReplyCode, said?: string): ReplyError {
  return { by: name, said: said === undefined ? `${name} ${text}` : `${name} ${text}: ${said}` }
}

// A product or a country has a code, too.
function isThing (body: Members): boolean {
  return (body.hasList || NAMES_OF_THINGS.some(name => body.has(name))) && !MESSAGE_NAMES.some(name => body.has(name))
}

/** Of a list of errors as GraphQL has it, the first that has a message. */
function listedError (source: string): ReplyError | undefined {
  if (source.charCodeAt(0) !== OPEN_LIST) return undefined
  let at = afterSpace(source, 1)
  for (let n = 0; n < MOST_ERRORS && source.charCodeAt(at) === OPEN_OBJECT; n++) {
    const message = memberOf(source, at, 'message')
    if (message !== undefined) return { by: `errors[${n}]`, said: textIn(message) ?? 'error' }
    at = afterSpace(source, afterSpace(source, endOfValue(source, at)) + 1)
  }
  return undefined
}

/** The first text that says it for people; that of an error that is an object is in there. */
function saidIn (body: Members): string | undefined {
  for (const name of SAID_NAMES) {
    const source = body.source(name)
    const said = textIn(source) ?? (name === 'error' && source.startsWith('{') ? textIn(memberOf(source, 0, 'message') ?? '') : undefined)
    if (said) return said
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

/** The value of a source that is a text; the beginning of a long one. Undefined where it is empty or no text. */
function textIn (source: string): string | undefined {
  if (!source.startsWith('"')) return undefined
  // Six characters of the source make one of the text at the most.
  const text = stringIn(
    source.length > 6 * LONGEST_SAID ? `${source.slice(0, 6 * LONGEST_SAID).replace(/\\[^"]{0,5}$/, '')}"` : source
  )?.trim()
  if (!text) return undefined
  return text.length <= LONGEST_SAID ? text : `${text.slice(0, LONGEST_SAID).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A number, text or boolean that is short enough for a code. */
function plain (source: string): string | undefined {
  if (source.length > LONGEST_CODE || !/^(?:"[^]*"|-?\d[\d.eE+-]*|true|false)$/.test(source)) return undefined
  return source.startsWith('"') ? stringIn(source) || undefined : source
}

function stringIn (source: string): string | undefined {
  try {
    return JSON.parse(source) as string
  } catch {
    return undefined
  }
}
