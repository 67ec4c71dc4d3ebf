// What is wrong with a response of which neither the status nor the body says that anything failed: it is not what its headers call it, or
// not all of it.
import { responseBodyOf } from '../../exchange/body.js'
import { readHeaders, valueOf } from '../../exchange/headers.js'
import { jsonOf } from '../../exchange/json-body.js'
import { kindOfBody } from '../../exchange/kind.js'
import { isPending } from '../../exchange/outcome.js'
import { statusOf } from '../../exchange/status.js'
import type { Entry } from '../../schema/entry.js'

/** Undefined where nothing is odd. */
export function oddityOf (entry: Entry): string | undefined {
  const body = responseBodyOf(entry)
  if (isPending(entry) || body.text === '') return undefined
  if (body.cut !== undefined) return body.cut
  if (body.base64 !== undefined) return undefined
  const declared = declaredBytes(entry)
  if (declared !== undefined && declared > body.size) return `breaks off: content-length is ${declared}, ${body.size} bytes are here`
  const kind = kindOfBody(body)
  if (/[/+]json$/.test(body.mediaType)) {
    if (jsonOf(body.text) !== undefined) return undefined
    if (/^\s*</.test(body.text)) return `${body.mediaType}, but it is HTML or XML`
    return /^\s*[[{]/.test(body.text) ? 'JSON that breaks off or is broken' : `${body.mediaType}, but it is no JSON`
  }
  return kind === 'json' && /^text\/(?:html|css|javascript|xml)$/.test(body.mediaType) && jsonOf(body.text) !== undefined
    ? `${body.mediaType}, but it is JSON`
    : undefined
}

/** Where it counts the bytes that are recorded: not of what was compressed, and not of what has no body. */
function declaredBytes ({ method, responseHeader }: Entry): number | undefined {
  const headers = readHeaders(responseHeader)
  const isCompressed = (valueOf(headers, 'content-encoding') ?? 'identity') !== 'identity'
  if (isCompressed || method === 'HEAD' || statusOf(responseHeader)?.code === 304) return undefined
  const length = valueOf(headers, 'content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}
