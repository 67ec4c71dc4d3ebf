// HAR files of real recorders: required members may be missing, null, or of another type. These functions accept all of that.
import type { Entry, Har, Log, Page } from 'har-format'

/** The values that recorders really write where the format requires T. */
export type AsWritten<T> = T extends readonly (infer Item)[]
  ? AsWritten<Item>[]
  : T extends object ? { [Key in keyof T]?: AsWritten<T[Key]> | null | undefined } : T

/** Throws an error with one line if the text is not a HAR. */
export function parseHar (text: string): AsWritten<Har> {
  const har = JSON.parse(text.replace(/^\uFEFF/, '')) as AsWritten<Har>
  if (!Array.isArray(objectOf(objectOf(har).log).entries)) throw new Error('it is not a HAR file (no log.entries)')
  return har
}

/** The object; an empty one if the value is not an object. */
export function objectOf<T extends object> (value: T | null | undefined): T {
  return typeof value === 'object' && value !== null ? value : {} as T
}

/** The list; an empty one if the value is not a list. */
export function listOf<Item> (value: Item[] | null | undefined): Item[] {
  return Array.isArray(value) ? value : []
}

/** The string; an empty one if the value is not a string. */
export function stringOrEmpty (value: string | null | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** When each entry started, in milliseconds since the epoch; NaN if that cannot be read. */
export function startsOf (entries: AsWritten<Entry>[]): number[] {
  return entries.map(entry => Date.parse(stringOrEmpty(objectOf(entry).startedDateTime)))
}

/** The pages by their ids. */
export function pagesOf (log: AsWritten<Log>): Map<string, AsWritten<Page>> {
  return new Map(listOf(log.pages).map(objectOf).filter(({ id }) => stringOrEmpty(id) !== '').map(page => [stringOrEmpty(page.id), page]))
}
