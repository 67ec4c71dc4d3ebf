// All that differs between two requests. Pure, and bounded in time and size, so that a worker can do it whatever they hold.
import { addressOf, queryOf } from '../../../../exchange/address.js'
import { requestBodyOf, responseBodyOf } from '../../../../exchange/body.js'
import { readHeaders } from '../../../../exchange/headers.js'
import type { Entry } from '../../../../schema/entry.js'
import { storageOf } from './storage-difference.js'
import { LONGEST, differenceOfBodies, differenceOfTexts, type BodyDifference } from './body-difference.js'
import { fieldDifferences } from './field-differences.js'
import type { Budget } from './sequence-difference.js'

export const PARTS = ['query', 'requestHeaders', 'request', 'responseHeaders', 'response', 'storage', 'pageParams'] as const
export type Part = typeof PARTS[number]

export interface Comparison {
  parts: Record<Part, BodyDifference>
  /** The sizes of the bodies, in bytes. */
  sizes: Record<'request' | 'response', { a: number, b: number }>
}

/** For each part, of searching; the rest takes as long as the texts are. */
const PATIENCE_MS = 2_000

/** `isQuick`: nothing that takes time. */
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

/** The text in which the places of a difference lie; of a part with fields there is none. */
export function partText (entry: Entry, part: Part): string {
  return part === 'request' || part === 'response' || part === 'storage' || part === 'pageParams' ? entry[part] : ''
}

function fields (...lists: Parameters<typeof fieldDifferences>): BodyDifference {
  const [a, b] = lists
  return a.length === 0 && b.length === 0 ? { kind: 'equal', isEmpty: true } : { kind: 'fields', fields: fieldDifferences(...lists) }
}

// Without a snapshot, all that the other one has was added.
function snapshots (a: string, b: string, budget: Budget | undefined): BodyDifference {
  if (a === '' && b === '') return { kind: 'equal', isEmpty: true }
  const [left, right] = budget && a.length + b.length < LONGEST ? [a, b].map(text => text === '' ? [] : storageOf(text)) : []
  return left && right ? { kind: 'fields', fields: fieldDifferences(left, right) } : differenceOfTexts(a, b, budget)
}
