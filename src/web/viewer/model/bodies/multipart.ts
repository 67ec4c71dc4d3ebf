// The parts of a multipart form, read from its recorded text. Many recorders keep only the name of a file, not its content.
import { readHeaders, valueOf } from '../../../../exchange/headers.js'

export interface FormPart {
  name: string
  /** Only if the part is a file. */
  fileName: string | undefined
  /** Empty if the part names no type. */
  type: string
  text: string
  /** Whether its end is missing in the recorded text. */
  isCut: boolean
}

const MAX_PARTS = 1_000

/** Undefined if the text does not begin with a boundary. */
export function readMultipart (text: string): FormPart[] | undefined {
  const start = /^\s*(--[^\r\n]{1,200}?)[ \t]*\r?\n/.exec(text)
  const boundary = start?.[1]
  if (!start || boundary === undefined) return undefined
  const parts: FormPart[] = []
  for (let at = start[0].length; at < text.length && parts.length < MAX_PARTS;) {
    const next = nextBoundary(text, boundary, at)
    parts.push(readPart(text.slice(at, next.start), next.end < 0))
    if (next.end < 0 || text.startsWith('--', next.end)) break
    const feed = text.indexOf('\n', next.end)
    at = feed < 0 ? text.length : feed + 1
  }
  return parts
}

/** `start` is before the line break that belongs to the boundary; `end` is -1 if there is no boundary. */
function nextBoundary (text: string, boundary: string, from: number): { start: number, end: number } {
  // In an empty part, the boundary comes immediately.
  if (text.startsWith(boundary, from)) return { start: from, end: from + boundary.length }
  const feed = text.indexOf(`\n${boundary}`, from)
  if (feed < 0) return { start: text.length, end: -1 }
  return { start: text.charAt(feed - 1) === '\r' && feed > from ? feed - 1 : feed, end: feed + 1 + boundary.length }
}

function readPart (part: string, isCut: boolean): FormPart {
  const blank = /^\r?\n|\r?\n\r?\n/.exec(part)
  const headers = readHeaders(blank ? part.slice(0, blank.index) : part)
  const disposition = valueOf(headers, 'content-disposition') ?? ''
  return {
    name: parameter(disposition, 'name') ?? '',
    fileName: parameter(disposition, 'filename*') ?? parameter(disposition, 'filename'),
    type: valueOf(headers, 'content-type') ?? '',
    text: blank ? part.slice(blank.index + blank[0].length) : '',
    isCut
  }
}

/** The value may be quoted, as browsers write it (%22 stands for a quote), or bare. */
function parameter (disposition: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name.replace('*', '\\*')}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i')
  const [found, quoted, bare = ''] = pattern.exec(disposition) ?? []
  if (found === undefined) return undefined
  const value = quoted?.replace(/\\(.)/g, '$1').replaceAll('%22', '"') ?? bare
  return name.endsWith('*') ? decoded(value.replace(/^[\w-]*'[\w-]*'/, '')) : value
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
