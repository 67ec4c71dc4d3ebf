// The body of a request as text, if it can be read synchronously: rules match it before the request is made.
import { MAX_BODY } from '../../../../rules/starting-request.js'
import { bytesOf, isBytes, isTextual } from '../binary.js'

/** Empty if there is none; undefined if it cannot be looked at. */
export function bodyText (body: unknown): string | undefined {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  if (body instanceof FormData) return formText(body)
  return isBytes(body) ? bytesText(bytesOf(body)) : undefined
}

/** The form as pairs, one per line: `name=value`. A file is represented by its name. */
function formText (form: FormData): string {
  return [...form].map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`).join('\n')
}

function bytesText (bytes: Uint8Array): string | undefined {
  return bytes.length > MAX_BODY ? undefined : new TextDecoder().decode(bytes)
}

/** Whether a response of this type is JSON as a whole, so that a patch can change it: not lines of JSON, nor a stream of events. */
export function isJsonType (contentType: string): boolean {
  return isTextual(contentType) && /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType)
}
