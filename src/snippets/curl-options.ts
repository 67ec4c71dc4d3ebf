// The options of curl for all but the body, before any shell quotes them.
import type { HeaderField } from '../exchange/headers.js'
import { headerOf, isNamed, type Sendable } from './sendable.js'

/** A name, and a value where it takes one. */
export type Option = string[]

/** Undefined where curl can send the request. */
export function curlRefusal ({ method, body }: Sendable): string | undefined {
  return method === 'HEAD' && body ? 'cURL cannot send a body with HEAD.' : undefined
}

export function curlOptions (request: Sendable): Option[] {
  return [
    // Else they are patterns for several addresses.
    ...one(/[[\]{}]/.test(request.url), ['--globoff']),
    // Else curl leaves out what /../ leaves out.
    ...one(/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(request.url), ['--path-as-is']),
    ...methodOptions(request),
    ...request.headers.map(headerOption),
    // Else curl calls every body a form.
    ...one(request.body && headerOf(request, 'content-type') === undefined, ['-H', 'Content-Type:'])
  ]
}

// -X HEAD would wait for a body. Without a body curl leaves out the length of 0, for which some servers answer 411.
function methodOptions ({ method, body }: Sendable): Option[] {
  if (method === 'HEAD') return [['--head']]
  const mayHaveBody = ['POST', 'PUT', 'PATCH'].includes(method)
  return [
    ...one(method !== (body ? 'POST' : 'GET'), ['-X', method]),
    ...one(mayHaveBody && !body, ['-H', 'Content-Length: 0'])
  ]
}

function headerOption (header: HeaderField): Option {
  const { name, value } = header
  if (value === '') return ['-H', `${name};`] // `name:` would take the header out
  // Without `=`, or with an @, -b reads a file.
  if (isNamed(header, 'cookie') && value.includes('=') && !value.startsWith('@')) return ['-b', value]
  return ['-H', `${name}: ${value}`]
}

function one<T> (condition: unknown, item: T): T[] {
  return condition ? [item] : []
}
