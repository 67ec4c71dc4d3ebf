// The worker that runs regular expressions. It keeps the texts that it was given, and answers batch by batch; the page ends it where it
// takes too long.
import type { Held } from '../../../../exchange/held.js'
import type { Match } from '../../../../filter/context.js'
import { matcher } from '../../../../filter/matcher.js'
import { parse } from '../../../../filter/parse.js'

export interface Batch {
  /** As `regexTerms` lists them. */
  terms: string[]
  /** Entries that the worker has not got yet, by their numbers. */
  fresh: [number: number, entry: Held][]
  /** Those that are looked at once, and not kept. */
  passing: [number: number, entry: Held][]
  ask: number[]
}

export interface Answer {
  /** For each term the numbers that match it; undefined where the worker only says that it is there. */
  found?: number[][]
}

declare const self: { onmessage: (event: { data: Batch }) => void, postMessage (answer: Answer): void }

const entries = new Map<number, Held>()
let matchers = new Map<string, Match>()

self.onmessage = ({ data: { terms, fresh, passing, ask } }) => {
  for (const [number, entry] of [...fresh, ...passing]) entries.set(number, entry)
  matchers = new Map(terms.map(term => [term, matchers.get(term) ?? matcher(parse(term), { nowMs: 0 })]))
  const found = terms.map(term => ask.filter(number => {
    const entry = entries.get(number)
    return entry !== undefined && matchers.get(term)?.(entry)
  }))
  for (const [number] of passing) entries.delete(number)
  self.postMessage({ found })
}

self.postMessage({})
