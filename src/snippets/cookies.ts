// A Cookie header as the cookies that .NET's CookieContainer would write the same header from.
import type { HeaderField } from '../exchange/headers.js'

// What System.Net.Cookie refuses in a name, and in a value that is not in quotes.
const NAME = /^[^$\s=;,][^\s=;,]*$/
const MOST = 300

/** Undefined where it would write another header. */
export function cookiesOf (header: string): HeaderField[] | undefined {
  const cookies = header.split(';').map(pair => pair.trim()).filter(pair => pair !== '').map(cookieOf)
  const areSendable = cookies.every(({ name, value }) => NAME.test(name) && (!value.includes(',') || /^".+"$/.test(value)))
  // Where several have one name, only the last would be sent.
  const names = new Set(cookies.map(({ name }) => name.toLowerCase()))
  return areSendable && names.size === cookies.length && cookies.length <= MOST ? cookies : undefined
}

function cookieOf (pair: string): HeaderField {
  const equals = pair.indexOf('=')
  // Without a name it is none that .NET knows.
  return equals < 0 ? { name: '', value: pair } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) }
}
