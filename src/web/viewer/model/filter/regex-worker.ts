// The worker that runs regular expressions. It keeps the texts that it gets, and answers batch by batch. If it takes too long, the page
// terminates it.
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Match } from '../../../../filter/context.js'
import { matcher } from '../../../../filter/matcher.js'
import { parse } from '../../../../filter/parse.js'

export interface Batch {
  /** The terms, as `regexTerms` lists them. */
  terms: string[]
  /** Entries that the worker does not have yet, by their numbers. */
  fresh: [number: number, entry: ListedEntry][]
  /** Entries that are tested once and not kept. */
  streamed: [number: number, entry: ListedEntry][]
  ask: number[]
}

export interface RegexMatches {
  /** For each term, the numbers of the entries that match it; undefined if the worker only reports that it has started. */
  found?: number[][]
}

declare const self: { onmessage: (event: { data: Batch }) => void, postMessage (answer: RegexMatches): void }

const entries = new Map<number, ListedEntry>()
let matchers = new Map<string, Match>()

self.onmessage = ({ data: { terms, fresh, streamed, ask } }) => {
  for (const [number, entry] of [...fresh, ...streamed]) entries.set(number, entry)
  matchers = new Map(terms.map(term => [term, matchers.get(term) ?? matcher(parse(term), { nowMs: 0 })]))
  const found = terms.map(term => ask.filter(number => {
    const entry = entries.get(number)
    return entry !== undefined && matchers.get(term)?.(entry)
  }))
  for (const [number] of streamed) entries.delete(number)
  self.postMessage({ found })
}

self.postMessage({})
