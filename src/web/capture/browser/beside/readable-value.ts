// Converts values that a page throws or logs to text. The properties of an object are listed without calling its getters. What is long,
// deep or circular is cut.
import { descriptorOf } from '../natives.js'

const MAX_DEPTH = 5
const MAX_MEMBERS = 50
/** The limit for one value, with everything in it. */
const MAX_VALUES = 500
const MAX_CAUSES = 5
const MAX_LENGTH = 10_000
const MAX_MEMBER_LENGTH = 1000

/** The texts of what was logged. The first may have places for others, as in `'%s of %d'`. */
export function readableValues ([first, ...values]: readonly unknown[]): string[] {
  if (typeof first !== 'string') return [first, ...values].slice(0, MAX_MEMBERS).map(readableValue)
  const text = first.replace(/%[sdifoOc%]/g, place => {
    if (place === '%%') return '%'
    if (values.length === 0) return place
    const value = readableValue(values.shift())
    // A style.
    return place === '%c' ? '' : value
  })
  return [cut(text), ...values.slice(0, MAX_MEMBERS).map(readableValue)]
}

export function readableValue (value: unknown): string {
  if (isError(value)) return errorText(value)
  return isObject(value) ? cut(JSON.stringify(copied(value, { values: MAX_VALUES }, []))) : simple(value)
}

export function isError (value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/** With the stack and the causes. */
function errorText (error: Error, causes = 0): string {
  const { name, message, stack = '' } = error
  // Only Chromium writes what the error says above the stack.
  const text = cut(stack.includes(message) && stack ? stack : `${name}: ${message}\n${stack}`)
  const cause: unknown = descriptorOf(error, 'cause')?.value
  if (cause === undefined || causes >= MAX_CAUSES) return text
  return `${text}\nCaused by: ${isError(cause) ? errorText(cause, causes + 1) : readableValue(cause)}`
}

/** A copy that can be written as JSON. `room`: how many more values it may have. `above`: the objects that the value is in. */
function copied (value: unknown, room: { values: number }, above: readonly object[]): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (!isObject(value)) return simple(value, MAX_MEMBER_LENGTH)
  if (above.includes(value)) return '[circular]'
  if (room.values-- <= 0 || above.length >= MAX_DEPTH) return '…'
  if (isError(value)) return errorText(value)
  if (value instanceof Date) return Date.prototype.toString.call(value)
  if (value instanceof Set) return members([...value], room, [...above, value])
  return members(value instanceof Map ? Object.fromEntries(value) as object : value, room, [...above, value])
}

function members (object: object, room: { values: number }, above: readonly object[]): unknown {
  const names = Object.keys(object)
  const shown = names.slice(0, MAX_MEMBERS).map((name): [string, unknown] => {
    const own = descriptorOf(object, name)
    return [name, own?.get ? '[getter]' : copied(own?.value, room, above)]
  })
  const more = names.length > shown.length ? `… ${names.length - shown.length} more` : ''
  if (Array.isArray(object)) return [...shown.map(([, value]) => value), ...more ? [more] : []]
  // For example, of an element of the page.
  const kind = Object.prototype.toString.call(object)
  if (names.length === 0 && kind !== '[object Object]') return kind
  return Object.fromEntries(more ? [...shown, ['…', more]] : shown)
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function simple (value: unknown, longest = MAX_LENGTH): string {
  return cut(typeof value === 'function' ? `function ${value.name}` : String(value), longest)
}

function cut (text: string, longest = MAX_LENGTH): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
