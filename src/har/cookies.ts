// The cookies of headers, as HAR lists them beside the headers themselves.
import type { Cookie } from 'har-format'
import { valuesOf, type Headers } from '../exchange/headers.js'
import { isoDate } from './iso-date.js'

// Limits for the memory that a hostile text can use.
const [MAX_COOKIES, MAX_ATTRIBUTES] = [10_000, 100]

export function requestCookies (headers: Headers): Cookie[] {
  return valuesOf(headers, 'cookie').flatMap(value => value.split(';', MAX_COOKIES)).slice(0, MAX_COOKIES).flatMap(readPair)
}

/** Each with its attributes. */
export function responseCookies (headers: Headers): Cookie[] {
  return valuesOf(headers, 'set-cookie').flatMap(value => {
    const [first = '', ...attributes] = value.split(';', MAX_ATTRIBUTES)
    return readPair(first).map(cookie => ({ ...cookie, ...attributesOf(attributes) }))
  })
}

/** Empty if there is no `=`: a redacted header, for example, contains no cookies any more. */
function readPair (pair: string): Cookie[] {
  const equals = pair.indexOf('=')
  return equals < 0 ? [] : [{ name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() }]
}

function attributesOf (attributes: string[]): Partial<Cookie> {
  const values = new Map(attributes.map(attribute => {
    const [name = ''] = attribute.split('=', 1)
    return [name.trim().toLowerCase(), attribute.slice(name.length + 1).trim()]
  }))
  const { path, domain, expires } = {
    path: values.get('path'), domain: values.get('domain'), expires: isoDate(Date.parse(values.get('expires') ?? ''))
  }
  return {
    ...path !== undefined && { path },
    ...domain !== undefined && { domain },
    ...expires !== undefined && { expires },
    httpOnly: values.has('httponly'),
    secure: values.has('secure')
  }
}
