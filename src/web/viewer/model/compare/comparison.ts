// All differences between two requests. It is a pure function of the two entries, bounded in time and size.
import { addressOf, queryOf } from '../../../../exchange/address.js'
import { requestBodyOf, responseBodyOf } from '../../../../exchange/body.js'
import { readHeaders } from '../../../../exchange/headers.js'
import type { Entry } from '../../../../schema/entry.js'
import { storageOf } from './storage-difference.js'
import { MAX_LENGTH, differenceOfBodies, differenceOfTexts, type BodyDifference } from './body-difference.js'
import { fieldDifferences } from '../../../../difference/field-differences.js'
import type { Budget } from '../../../../difference/sequence-difference.js'

export const PARTS = ['query', 'requestHeaders', 'request', 'responseHeaders', 'response', 'storage', 'pageParams'] as const
export type ComparedPart = typeof PARTS[number]

export interface Comparison {
  parts: Record<ComparedPart, BodyDifference>
  /** The sizes of the bodies, in bytes. */
  sizes: Record<'request' | 'response', { a: number, b: number }>
}

/** The time limit for searching in each part; the rest of the work grows with the length of the texts. */
const PATIENCE_MS = 2_000

/** `isQuick`: only what is fast. */
export function compareEntries (a: Entry, b: Entry, isQuick = false): Comparison {
  const budget = (): Budget | undefined => isQuick ? undefined : { leftMs: PATIENCE_MS }
  const [requestA, requestB, responseA, responseB] = [requestBodyOf(a), requestBodyOf(b), responseBodyOf(a), responseBodyOf(b)]
  return {
    parts: {
      query: fields(queryOf(addressOf(a).query), queryOf(addressOf(b).query)),
      requestHeaders: fields(readHeaders(a.requestHeader).fields, readHeaders(b.requestHeader).fields, true),
      request: differenceOfBodies(requestA, requestB, budget()),
      responseHeaders: fields(readHeaders(a.responseHeader).fields, readHeaders(b.responseHeader).fields, true),
      response: differenceOfBodies(responseA, responseB, budget()),
      storage: snapshots(a.storage, b.storage, budget()),
      pageParams: snapshots(a.pageParams, b.pageParams, budget())
    },
    sizes: { request: { a: requestA.size, b: requestB.size }, response: { a: responseA.size, b: responseB.size } }
  }
}

/** The text to which the positions of a difference refer; empty for a part that is compared by fields. */
export function partText (entry: Entry, part: ComparedPart): string {
  return part === 'request' || part === 'response' || part === 'storage' || part === 'pageParams' ? entry[part] : ''
}

function fields (...lists: Parameters<typeof fieldDifferences>): BodyDifference {
  const [a, b] = lists
  return a.length === 0 && b.length === 0 ? { kind: 'equal', isEmpty: true } : { kind: 'fields', fields: fieldDifferences(...lists) }
}

// If one side has no snapshot, everything in the other one counts as added or removed.
function snapshots (a: string, b: string, budget: Budget | undefined): BodyDifference {
  if (a === '' && b === '') return { kind: 'equal', isEmpty: true }
  const [left, right] = budget && a.length + b.length < MAX_LENGTH ? [a, b].map(text => text === '' ? [] : storageOf(text)) : []
  return left && right ? { kind: 'fields', fields: fieldDifferences(left, right) } : differenceOfTexts(a, b, budget)
}
