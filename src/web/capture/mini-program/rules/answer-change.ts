// Applies the changes of rules to an answer of the platform.
import type { StoredBodies } from '../../../../rules/answer.js'
import type { ChangeResponse } from '../../../../schema/rule.js'
import type { BodyRecord } from '../../core/body.js'
import { bodyNeed, responseAfter } from '../../core/rules/changes.js'
import { bodyOf, contentTypeOf, headerOf, rawHeader } from '../bodies.js'
import type { PlatformAnswer, RequestOptions } from '../platform.js'
import { dataOf, joined, pairsOf, withData, type PlatformKind, type PlatformOutcome } from './outcome.js'

/** What the service had answered, for the record. */
export interface Original { header: string, body: BodyRecord | undefined }

export interface Changed { outcome: PlatformOutcome, original?: Original | undefined, note?: string | undefined }

/** Whether the platform must give the body as text, because JSON that it has parsed lacks the digits of long numbers. */
export function needsText (kind: PlatformKind, options: RequestOptions, changes: readonly ChangeResponse[]): boolean {
  const { dataType, responseType, enableChunked } = options
  const isBinary = responseType === 'arraybuffer' || (kind === 'my' && /^(?:arraybuffer|base64)$/.test(dataType ?? ''))
  return bodyNeed(changes) === 'read' && !isBinary && !enableChunked
}

/** `status`: of the answer. */
export function changed (
  kind: PlatformKind, options: RequestOptions, answer: PlatformAnswer, status: number, changes: readonly ChangeResponse[],
  bodies: StoredBodies, bodyBytes: number
): Changed {
  const need = bodyNeed(changes)
  const header = headerOf(answer)
  const wasText = needsText(kind, options, changes)
  const { data } = answer
  const text = wasText && typeof data === 'string' ? data : undefined
  const isUntouchable = need !== 'none' && options.enableChunked
  const after = responseAfter({ status, statusText: '', headers: pairsOf(header) }, text, isUntouchable ? [] : changes, bodies)
  const content = after.content ?? (text === undefined ? undefined : { text })
  return {
    outcome: withData(kind, after.status, joined(after.headers), content ? dataOf(kind, options, content) : data, answer),
    original: {
      header: rawHeader(`HTTP/1.1 ${status}`, header),
      body: need === 'none' ? undefined : bodyOf(data, contentTypeOf(header), bodyBytes)
    },
    note: isUntouchable ? 'the response was not changed as the rule says: it was received in chunks' : after.note
  }
}
