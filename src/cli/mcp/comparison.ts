// Compares two requests: JSON bodies by their values, headers by their names, other texts as a whole.
import { fieldDifferences } from '../../difference/field-differences.js'
import { firstDifference } from '../../difference/first-difference.js'
import { readHeaders } from '../../exchange/headers.js'
import { statusOf } from '../../exchange/status.js'
import type { Entry } from '../../schema/entry.js'
import { jsonDifferences } from './json-differences.js'
import {
  MAX_VALUE_LENGTH, reportOf, json, linesOf as linesOfValues, shortPath, short, type DifferenceKind, type Values
} from './reported-differences.js'

/** How many equal characters are shown before the difference of two long texts. */
const CHARS_BEFORE = 50

interface Pair { a: unknown, b: unknown }
export type Comparison = Record<string, Pair | Values | { same: string } | undefined>

/** Contains only the differences. */
export function compare (a: Entry, b: Entry): Comparison {
  const [before, after] = [statusOf(a.responseHeader)?.code, statusOf(b.responseHeader)?.code]
  const plain = { method: pair(a.method, b.method), api: pair(a.api, b.api), status: pair(before, after) }
  const parts = {
    'request-headers': headers(a.requestHeader, b.requestHeader),
    'request-body': bodies(a.request, b.request),
    'response-headers': headers(a.responseHeader, b.responseHeader),
    'response-body': bodies(a.response, b.response)
  }
  return { ...plain, ...parts, ms: pair(a.timeConsuming, b.timeConsuming) }
}

/** The comparison as text, one difference per line. */
export function linesOf (comparison: Comparison): string[] {
  return Object.entries(comparison).flatMap(([name, found]) => {
    if (!found) return []
    if ('same' in found) return [`${name}: the same ${found.same}`]
    return 'differences' in found ? linesOfValues(name, found) : [`${name}: ${json(found.a)} -> ${json(found.b)}`]
  })
}

function pair (a: unknown, b: unknown): Pair | undefined {
  if (a === b) return undefined
  const areTexts = typeof a === 'string' && typeof b === 'string'
  const from = areTexts && Math.max(a.length, b.length) > MAX_VALUE_LENGTH ? Math.max(0, firstDifference(a, b) - CHARS_BEFORE) : 0
  return areTexts && from > 0 ? { a: short(`…${a.slice(from)}`), b: short(`…${b.slice(from)}`) } : { a: short(a), b: short(b) }
}

function headers (a: string, b: string): Values | undefined {
  const { changes } = fieldDifferences(readHeaders(a).fields, readHeaders(b).fields, true)
  const found = changes.map(change => ({ ...change, kind: kindOf(change.before, change.after) }))
  return reportOf(found, ({ name, before, after, kind }) => ({
    path: shortPath(name.toLowerCase()),
    ...kind && { kind },
    ...before !== undefined && { a: short(before) },
    ...after !== undefined && { b: short(after) }
  }))
}

function kindOf (before: string | undefined, after: string | undefined): DifferenceKind | undefined {
  return before === undefined ? 'added' : after === undefined ? 'removed' : undefined
}

function bodies (a: string, b: string): Comparison[string] {
  if (a === b) return undefined
  const found = jsonDifferences(a, b)
  return found === 'same' ? { same: 'value, written differently' } : found ?? pair(a, b)
}
