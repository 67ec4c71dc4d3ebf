// What a filter or a summary must know of the whole session, read before it is answered: which entries are duplicates, and which one of a burst.
import type { EntryPages, Turn } from '../store/entry-pages.js'
import { REPEATABLE_FIELDS, repeatableOf } from '../summary/repeatable.js'
import { Repeats, type Tracked } from '../summary/repeats.js'
import { eachEntry } from './each-entry.js'

export type Flags = Pick<Tracked, 'isDuplicate' | 'isNPlusOne'>
/** By the id of an entry; one that came since is none of either. */
export type FlagsOf = (id: string) => Flags

const NEITHER: Flags = { isDuplicate: false, isNPlusOne: false }

/** Of every entry a few numbers are held until it is answered. */
export async function readFlags (entries: EntryPages, session: string, turn: Turn): Promise<FlagsOf> {
  const [repeats, known] = [new Repeats(), new Map<string, Tracked>()]
  const { pages } = await entries.list(session, { fields: [...REPEATABLE_FIELDS] }, turn)
  for await (const entry of eachEntry(pages)) known.set(entry.id, repeats.add(repeatableOf(entry)))
  return id => known.get(id) ?? NEITHER
}
