// Headers that an app passes as JSON, in one of these forms: {name: value}, {name: [values]}, [[name, value]], [{name, value}], a list of
// lines, or [name, value, name, value], as Node lists them.
import { isRecord } from '../json/is-record.js'

export interface HeaderField {
  name: string
  /** Without the white space around it; empty if the line has no colon. */
  value: string
}

/** `lines` if the value is a list of lines; undefined if it has none of these forms. */
export function fieldsInJson (json: unknown): HeaderField[] | { lines: string } | undefined {
  if (!Array.isArray(json)) return isRecord(json) ? fieldsOf(json) : undefined
  if (json.every(item => typeof item === 'string')) return isFlat(json) ? pairs(json) : { lines: json.join('\n') }
  return json.flatMap(fieldsOfItem)
}

function fieldsOf (object: object): HeaderField[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).map((item: unknown) => ({ name, value: valueText(item) })))
}

const TOKEN = /^:?[\w!#$%&'*+.^`|~-]+$/

function isFlat (items: string[]): boolean {
  return items.length % 2 === 0 && items.every((item, n) => n % 2 === 1 || TOKEN.test(item))
}

function pairs (items: string[]): HeaderField[] {
  return items.flatMap((value, n) => n % 2 === 1 ? { name: items[n - 1] ?? '', value: value.trim() } : [])
}

function fieldsOfItem (item: unknown): HeaderField[] {
  if (Array.isArray(item)) return [{ name: valueText(item[0]), value: valueText(item[1]) }]
  if (!isRecord(item)) return [{ name: valueText(item), value: '' }]
  const { name, key, value } = item
  return name === undefined && key === undefined ? fieldsOf(item) : [{ name: valueText(name ?? key), value: valueText(value) }]
}

function valueText (value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
