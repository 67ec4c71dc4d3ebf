// Finds what is wrong with a response whose status and body report no failure: the body does not fit its headers, or the body is
// incomplete. Valid JSON never counts as incomplete, whatever its headers say: a false alarm costs more than a missed one.
import { responseBodyOf, type Body } from '../../exchange/body.js'
import { readHeaders, valueOf } from '../../exchange/headers.js'
import { jsonOf } from '../../exchange/json-body.js'
import { isPending } from '../../exchange/outcome.js'
import { statusOf } from '../../exchange/status.js'
import type { Entry } from '../../schema/entry.js'

/** The prefix that some servers put before JSON, so that no page can run it as a script. */
const PREFIX = /^(?:\)\]\}'?,?|for\s?\(;;\);|while\s?\(1\);)\s*/
/** Compression may make a short text longer, and a recording does not always show that a text was compressed. */
const SLACK_BYTES = 50

/** Undefined if nothing is odd. */
export function oddityOf (entry: Entry): string | undefined {
  const body = responseBodyOf(entry)
  if (isPending(entry) || body.text === '') return undefined
  if (body.cut !== undefined) return body.cut
  if (body.base64 !== undefined) return undefined
  const isJson = /^\s*(?:[[{]|[)fw])/.test(body.text) && jsonOf(body.text.replace(PREFIX, '')) !== undefined
  if (isJson) return /^text\/(?:html|css|javascript|xml)$/.test(body.mediaType) ? `${body.mediaType}, but the body is JSON` : undefined
  const declared = declaredBytes(entry)
  if (declared !== undefined && declared > body.size + SLACK_BYTES) {
    return `incomplete: content-length is ${declared}, but only ${body.size} ${body.size === 1 ? 'byte was' : 'bytes were'} recorded`
  }
  return /[/+]json$/.test(body.mediaType) ? noJson(body) : undefined
}

function noJson ({ text, mediaType }: Body): string | undefined {
  if (/^\s*</.test(text)) return `${mediaType}, but the body is HTML or XML`
  if (/^\s*[[{]/.test(text)) return 'JSON that is incomplete or invalid'
  // A number alone, or `true`, is valid JSON, too.
  return jsonOf(text) === undefined ? `${mediaType}, but the body is not JSON` : undefined
}

/** The content-length, if it counts the recorded bytes: not for a compressed body, and not for an answer without a body. */
function declaredBytes ({ method, responseHeader }: Entry): number | undefined {
  const headers = readHeaders(responseHeader)
  const isCompressed = (valueOf(headers, 'content-encoding') ?? 'identity') !== 'identity'
  if (isCompressed || method === 'HEAD' || statusOf(responseHeader)?.code === 304) return undefined
  const length = valueOf(headers, 'content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}
