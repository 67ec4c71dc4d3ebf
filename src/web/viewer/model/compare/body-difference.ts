// Compares two bodies by their type: JSON by its structure, forms by their fields, other text by its lines, everything else by the first
// byte that differs.
import { queryOf } from '../../../../exchange/address.js'
import type { Body } from '../../../../exchange/body.js'
import type { HeaderField } from '../../../../exchange/headers.js'
import { kindOfBody } from '../../../../exchange/kind.js'
import { utf8Size } from '../../../../exchange/size.js'
import { readMultipart } from '../bodies/multipart.js'
import { fieldDifferences, type FieldDifferences } from '../../../../difference/field-differences.js'
import { firstDifference } from '../../../../difference/first-difference.js'
import { differenceOfJson, type JsonDifference } from '../../../../difference/json-difference.js'
import { differenceOfLines, type LineDifference } from './line-difference.js'
import type { Budget } from '../../../../difference/sequence-difference.js'

export type BodyDifference =
  | { kind: 'equal', isEmpty: boolean }
  | { kind: 'json', json: JsonDifference }
  | { kind: 'fields', fields: FieldDifferences }
  | { kind: 'lines', lines: LineDifference }
  | { kind: 'bytes', at: number, why: 'binary' | 'large' }

/** A longer text is not compared in detail. In characters. */
export const MAX_LENGTH = 24 * 1024 * 1024

/** A longer form has more fields than a person can look through, and each one takes memory. In characters. */
const MAX_FORM_LENGTH = 1_000_000

/** `budget` undefined: only what is fast. */
export function differenceOfBodies (a: Body, b: Body, budget: Budget | undefined): BodyDifference {
  if (a.text === b.text) return { kind: 'equal', isEmpty: a.text === '' }
  if (a.base64 !== undefined || b.base64 !== undefined) return { kind: 'bytes', at: firstByte(a, b), why: 'binary' }
  const [kindA, kindB] = [kindOfBody(a), kindOfBody(b)]
  if (!budget || a.text.length > MAX_LENGTH || b.text.length > MAX_LENGTH) return { kind: 'bytes', at: firstByte(a, b), why: 'large' }
  const json = kindA === 'json' && kindB === 'json' ? differenceOfJson(a.text, b.text, budget) : undefined
  // A single number or an empty list has no tree to show.
  if (json && Math.min(json.a.size, json.b.size) > 1) return { kind: 'json', json }
  const areForms = kindA === 'form' && kindB === 'form' && Math.max(a.text.length, b.text.length) <= MAX_FORM_LENGTH
  if (areForms) return { kind: 'fields', fields: fieldDifferences(formOf(a.text), formOf(b.text)) }
  if (kindA === 'binary' || kindB === 'binary') return { kind: 'bytes', at: firstByte(a, b), why: 'binary' }
  return differenceOfTexts(a.text, b.text, budget)
}

export function differenceOfTexts (a: string, b: string, budget: Budget | undefined): BodyDifference {
  if (a === b) return { kind: 'equal', isEmpty: a === '' }
  const lines = budget && differenceOfLines(a, b, budget)
  return lines ? { kind: 'lines', lines } : { kind: 'bytes', at: utf8Size(a.slice(0, firstDifference(a, b))), why: 'large' }
}

// A file in a form is compared by its name and by the content that was recorded.
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
