// Headers as a person writes them in a form: one line each, `Name: value`.
import type { HeaderField } from '../../../exchange/headers.js'

// The characters of a token (RFC 9110 §5.6.2).
export const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
// eslint-disable-next-line no-control-regex
export const CONTROL = /[\u0000-\u001f\u007f]/

/** Skips lines that are no headers: `faultyLineOf` finds them. */
export function fieldsOf (lines: string): HeaderField[] {
  return lines.split('\n').flatMap(line => fieldOf(line) ?? [])
}

/** The number of the first line that is no header, from 1; undefined if there is none. Empty lines count as nothing. */
export function faultyLineOf (lines: string): number | undefined {
  const at = lines.split('\n').findIndex(line => line.trim() !== '' && !fieldOf(line))
  return at < 0 ? undefined : at + 1
}

export function linesOf (fields: readonly HeaderField[]): string {
  return fields.map(({ name, value }) => `${name}: ${value}`).join('\n')
}

function fieldOf (line: string): HeaderField | undefined {
  const colon = line.indexOf(':')
  const field = { name: line.slice(0, Math.max(0, colon)).trim(), value: line.slice(colon + 1).trim() }
  return TOKEN.test(field.name) && !CONTROL.test(field.value.replaceAll('\t', ' ')) ? field : undefined
}
