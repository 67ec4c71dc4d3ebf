// The cookies of headers, as they were written: name, value, and what a server says of it.
import { valuesOf, type Headers } from '../../../exchange/headers.js'

export interface Cookie {
  name: string
  value: string
  /** `Path=/; HttpOnly` */
  remark?: string
}

export function cookiesSent (headers: Headers): Cookie[] {
  return valuesOf(headers, 'cookie').flatMap(value => value.split(';')).map(readPair).filter(isSaid)
}

export function cookiesSet (headers: Headers): Cookie[] {
  return valuesOf(headers, 'set-cookie').map(value => {
    const [first = '', ...attributes] = value.split(';')
    return { ...readPair(first), ...attributes.length > 0 && { remark: attributes.map(attribute => attribute.trim()).join('; ') } }
  }).filter(isSaid)
}

// Without a name, browsers send the value alone.
function readPair (pair: string): Cookie {
  const equals = pair.indexOf('=')
  return { name: pair.slice(0, Math.max(0, equals)).trim(), value: pair.slice(equals + 1).trim() }
}

function isSaid ({ name, value }: Cookie): boolean {
  return name !== '' || value !== ''
}
