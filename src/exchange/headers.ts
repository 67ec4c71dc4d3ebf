// Parses headers from a raw text: an optional start line, and fields in their order. The text has lines, as most clients write them, or is
// JSON, which some apps pass. A line that is not a header is kept as a field, too, so that nothing is hidden.
import { fieldsInJson, type HeaderField } from './header-json.js'
import { jsonOf } from './json-body.js'

export type { HeaderField }

export interface Headers {
  /** `HTTP/1.1 200 OK` or `GET / HTTP/1.1`; empty if there is none. */
  startLine: string
  fields: HeaderField[]
}

/** If there are several blocks, as after redirects or `100 Continue`, the last one counts. At most 10,000 fields. */
export function readHeaders (text: string): Headers {
  const value = JSON_TEXT.test(text) ? jsonOf(text) : undefined
  if (typeof value === 'string') return readLines(value)
  const fields = value === undefined ? undefined : fieldsInJson(value)
  if (!fields) return readLines(text)
  if (Array.isArray(fields)) return withStartLine(fields)
  return readLines(fields.lines)
}

/** Every value of a name, in any letter case. */
export function valuesOf (headers: Headers, name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.fields.filter(field => field.name.toLowerCase() === wanted).map(({ value }) => value)
}

/** The first value of a name. */
export function valueOf (headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.fields.find(field => field.name.toLowerCase() === wanted)?.value
}

const JSON_TEXT = /^\s*[{["]/
// Limits the memory that a hostile text can use.
const MAX_FIELDS = 10_000
const STATUS_LINE = /^HTTP\/\d/i
const REQUEST_LINE = /^[A-Z-]{1,30} \S+ HTTP\/\d/i
// curl -v puts a mark before each line.
const MARK = /^[<>] /
const INDENT = /^[ \t]*/

function readLines (text: string): Headers {
  const headers: Headers = { startLine: '', fields: [] }
  let indent = 0
  for (let at = 0; at < text.length && headers.fields.length < MAX_FIELDS;) {
    const end = indexOr(text, '\n', at)
    const raw = text.slice(at, end)
    at = end + 1
    const line = raw.replace(MARK, '').trim()
    if (line === '') continue
    const blanks = INDENT.exec(raw)?.[0].length ?? 0
    const last = headers.fields[headers.fields.length - 1]
    // A value continues on the next line if that line is indented more than the name (RFC 9112 §5.2).
    if (last && blanks > indent) last.value += ` ${line}`
    else {
      indent = blanks
      readLine(line, headers)
    }
  }
  return headers
}

function readLine (line: string, headers: Headers): void {
  if (STATUS_LINE.test(line)) {
    headers.startLine = line
    headers.fields = []
  } else if (headers.startLine === '' && headers.fields.length === 0 && REQUEST_LINE.test(line)) headers.startLine = line
  else headers.fields.push(readField(line))
}

function readField (line: string): HeaderField {
  // Pseudo-headers of HTTP/2 begin with a colon.
  const colon = line.indexOf(':', 1)
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon).trimEnd(), value: line.slice(colon + 1).trimStart() }
}

// Java returns the status line as a header with the name `null`.
function withStartLine (fields: HeaderField[]): Headers {
  const isStart = ({ name, value }: HeaderField) => (name === '' || name === 'null') && STATUS_LINE.test(value)
  const startLine = fields.find(isStart)?.value ?? ''
  return { startLine, fields: fields.filter(field => !isStart(field)).slice(0, MAX_FIELDS) }
}

function indexOr (text: string, what: string, from: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? text.length : index
}
