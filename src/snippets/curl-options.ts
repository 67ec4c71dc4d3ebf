// The options of curl for everything except the body, before they are quoted for a shell.
import type { HeaderField } from '../exchange/headers.js'
import { headerOf, isNamed, type Sendable } from './sendable.js'

/** The name of an option, and its value if it takes one. */
export type Option = string[]

/** Undefined if curl can send the request. */
export function curlRefusal ({ method, body }: Sendable): string | undefined {
  return method === 'HEAD' && body ? 'cURL cannot send a body with HEAD.' : undefined
}

export function curlOptions (request: Sendable): Option[] {
  return [
    // Otherwise, brackets and braces are patterns for several addresses.
    ...one(/[[\]{}]/.test(request.url), ['--globoff']),
    // Otherwise, curl resolves /../ in the path.
    ...one(/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(request.url), ['--path-as-is']),
    ...methodOptions(request),
    ...request.headers.map(headerOption),
    // Otherwise, curl declares every body as a form.
    ...one(request.body && headerOf(request, 'content-type') === undefined, ['-H', 'Content-Type:'])
  ]
}

// With -X HEAD, curl would wait for a body. Without a body, curl does not send a length of 0, so some servers would answer 411.
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
  if (value === '') return ['-H', `${name};`] // `name:` would remove the header
  // If the value has no `=`, or begins with an @, -b reads a file.
  if (isNamed(header, 'cookie') && value.includes('=') && !value.startsWith('@')) return ['-b', value]
  return ['-H', `${name}: ${value}`]
}

function one<T> (condition: unknown, item: T): T[] {
  return condition ? [item] : []
}
