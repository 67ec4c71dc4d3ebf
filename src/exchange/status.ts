// The status of a response: of its start line, else of `:status` or `status` among its headers.
import { readHeaders, valueOf, type Headers } from './headers.js'

export interface Status {
  /** 0 where a recorder says that there was no response. */
  code: number
  /** The reason phrase; empty where there is none. */
  text: string
  /** As on the start line: `HTTP/1.1`. Empty where it is not known. */
  version: string
}

export function statusOf (responseHeader: string): Status | undefined {
  return statusIn(readHeaders(responseHeader))
}

/** For those who have read the headers already. */
export function statusIn (headers: Headers): Status | undefined {
  return statusOfLine(headers.startLine) ?? statusOfField(valueOf(headers, ':status') ?? valueOf(headers, 'status') ?? '')
}

// One way only to match each text: with two, a long line would take minutes.
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
