// The status of a response, from its start line, else from `:status` or `status` among its headers.
import { readHeaders, valueOf, type Headers } from './headers.js'

export interface Status {
  /** 0 if a recorder reports that there was no response. */
  code: number
  /** The reason phrase; empty if there is none. */
  text: string
  /** As on the start line: `HTTP/1.1`. Empty if unknown. */
  version: string
}

export function statusOf (responseHeader: string): Status | undefined {
  return statusIn(readHeaders(responseHeader))
}

/** For callers that have already parsed the headers. */
export function statusIn (headers: Headers): Status | undefined {
  return statusOfLine(headers.startLine) ?? statusOfField(valueOf(headers, ':status') ?? valueOf(headers, 'status') ?? '')
}

// Each text can match in one way only: otherwise, backtracking over a long line would take minutes.
const LINE = /^(HTTP\/\d+(?:\.\d+)?)[ \t]+(\d{1,3})(?:[ \t](.*))?$/is
const FIELD = /^(\d{1,3})(?:[ \t](.*))?$/s

function statusOfLine (line: string): Status | undefined {
  const [, version = '', code, text = ''] = LINE.exec(line) ?? []
  return code === undefined ? undefined : { code: Number(code), text: text.trim(), version: version.toUpperCase() }
}

function statusOfField (value: string): Status | undefined {
  const [, code, text = ''] = FIELD.exec(value) ?? []
  return code === undefined ? undefined : { code: Number(code), text: text.trim(), version: '' }
}
