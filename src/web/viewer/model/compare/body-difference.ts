// Two bodies, by what they are: JSON by its structure, forms by their fields, other text by its lines, and all else by the first byte that
// differs.
import { queryOf } from '../../../../exchange/address.js'
import type { Body } from '../../../../exchange/body.js'
import type { HeaderField } from '../../../../exchange/headers.js'
import { kindOfBody } from '../../../../exchange/kind.js'
import { utf8Size } from '../../../../exchange/size.js'
import { readMultipart } from '../bodies/multipart.js'
import { fieldDifferences, type FieldDifferences } from './field-differences.js'
import { differenceOfJson, type JsonDifference } from './json-difference.js'
import { differenceOfLines, type LineDifference } from './line-difference.js'
import type { Budget } from './sequence-difference.js'

export type BodyDifference =
  | { kind: 'equal', isEmpty: boolean }
  | { kind: 'json', json: JsonDifference }
  | { kind: 'fields', fields: FieldDifferences }
  | { kind: 'lines', lines: LineDifference }
  | { kind: 'bytes', at: number, why: 'binary' | 'large' }

/** Beyond this a text is not taken apart, in characters. */
export const LONGEST = 24 * 1024 * 1024

/** A longer form has more fields than anybody looks through, and each takes memory. In characters. */
const LONGEST_FORM = 1_000_000

/** `budget` undefined: nothing that takes time. */
export function differenceOfBodies (a: Body, b: Body, budget: Budget | undefined): BodyDifference {
  if (a.text === b.text) return { kind: 'equal', isEmpty: a.text === '' }
  if (a.base64 !== undefined || b.base64 !== undefined) return { kind: 'bytes', at: firstByte(a, b), why: 'binary' }
  const [kindA, kindB] = [kindOfBody(a), kindOfBody(b)]
  if (!budget || a.text.length > LONGEST || b.text.length > LONGEST) return { kind: 'bytes', at: firstByte(a, b), why: 'large' }
  const json = kindA === 'json' && kindB === 'json' ? differenceOfJson(a.text, b.text, budget) : undefined
  if (json) return { kind: 'json', json }
  const areForms = kindA === 'form' && kindB === 'form' && Math.max(a.text.length, b.text.length) <= LONGEST_FORM
  if (areForms) return { kind: 'fields', fields: fieldDifferences(formOf(a.text), formOf(b.text)) }
  if (kindA === 'binary' || kindB === 'binary') return { kind: 'bytes', at: firstByte(a, b), why: 'binary' }
  return differenceOfTexts(a.text, b.text, budget)
}

export function differenceOfTexts (a: string, b: string, budget: Budget | undefined): BodyDifference {
  if (a === b) return { kind: 'equal', isEmpty: a === '' }
  const lines = budget && differenceOfLines(a, b, budget)
  return lines ? { kind: 'lines', lines } : { kind: 'bytes', at: utf8Size(a.slice(0, firstDifference(a, b))), why: 'large' }
}

// A file of a form is told by its name and what was kept of it.
function formOf (text: string): HeaderField[] {
  const parts = readMultipart(text)
  if (!parts) return queryOf(text.trim())
  return parts.flatMap(({ name, fileName, type, text }) => [
    { name, value: text },
    ...fileName === undefined ? [] : [{ name: `${name} (file)`, value: `${fileName} ${type}`.trim() }]
  ])
}

function firstByte (a: Body, b: Body): number {
  if (a.base64 !== undefined && b.base64 !== undefined) return Math.floor(firstDifference(a.base64, b.base64) * 3 / 4)
  if (a.base64 !== undefined || b.base64 !== undefined) return 0
  return utf8Size(a.text.slice(0, firstDifference(a.text, b.text)))
}

function firstDifference (a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}
