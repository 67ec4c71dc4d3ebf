// A HAR file as it is found: what the format asks for may be missing, null, or of another type. These read it so that none of that matters.
import type { Entry, Har, Log, Page } from 'har-format'

/** What recorders really write where the format asks for T. */
export type Written<T> = T extends readonly (infer Item)[]
  ? Written<Item>[]
  : T extends object ? { [Key in keyof T]?: Written<T[Key]> | null | undefined } : T

/** Throws with one line where the text is no HAR. */
export function parseHar (text: string): Written<Har> {
  const har = JSON.parse(text.replace(/^\uFEFF/, '')) as Written<Har>
  if (!Array.isArray(objectOf(objectOf(har).log).entries)) throw new Error('it has no log.entries')
  return har
}

/** An empty object where it is none. */
export function objectOf<T extends object> (value: T | null | undefined): T {
  return typeof value === 'object' && value !== null ? value : {} as T
}

/** An empty list where it is none. */
export function listOf<Item> (value: Item[] | null | undefined): Item[] {
  return Array.isArray(value) ? value : []
}

/** Empty where it is no text. */
export function stringOrEmpty (value: string | null | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** When each entry started, in milliseconds since the epoch; NaN where that cannot be read. */
export function startsOf (entries: Written<Entry>[]): number[] {
  return entries.map(entry => Date.parse(stringOrEmpty(objectOf(entry).startedDateTime)))
}

/** By their ids. */
export function pagesOf (log: Written<Log>): Map<string, Written<Page>> {
  return new Map(listOf(log.pages).map(objectOf).filter(({ id }) => stringOrEmpty(id) !== '').map(page => [stringOrEmpty(page.id), page]))
}
