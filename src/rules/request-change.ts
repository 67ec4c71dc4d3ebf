// The request after the `change` of a rule: another origin, another beginning of the path, other headers, another body.
import type { ChangeRequest } from '../schema/rule.js'
import { changedHeaders, contentOf, type Content, type HeaderPairs, type StoredBodies } from './answer.js'

export interface ChangedRequest {
  url: string
  headers: HeaderPairs
  /** Undefined if the body stays as it is. */
  content: Content | undefined
}

/** Undefined if its body is not there yet. An invalid origin is ignored. */
export function changedRequest (
  { url, headers }: { url: string, headers: HeaderPairs }, change: ChangeRequest, stored: StoredBodies
): ChangedRequest | undefined {
  const content = change.body && contentOf(change.body, stored)
  if (change.body && !content) return undefined
  return { url: changedUrl(url, change), headers: changedHeaders(headers, change), content }
}

const ABSOLUTE = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)([^?#]*)(.*)$/is
const ORIGIN = /^https?:\/\/[^/?#\s\\@]+$/i

function changedUrl (url: string, { origin, pathPrefix }: ChangeRequest): string {
  const [, from, path = '', rest = ''] = ABSOLUTE.exec(url) ?? []
  if (from === undefined) return url
  const wanted = origin?.replace(/\/$/, '')
  return (wanted !== undefined && ORIGIN.test(wanted) ? wanted : from) + changedPath(path, pathPrefix) + rest
}

function changedPath (path: string, prefix: ChangeRequest['pathPrefix']): string {
  if (!prefix || !path.startsWith(prefix.from)) return path
  const changed = prefix.to + path.slice(prefix.from.length)
  // Without the slash, the path would be read as a part of the host.
  return changed.startsWith('/') || changed === '' ? changed : `/${changed}`
}
