// What somebody has picked to compare with, for as long as the page is open: an entry of this session, by its id, and for single entries one of
// a file, which no address can name.
import { signal } from '@preact/signals'
import type { Entry } from '../../../../schema/entry.js'

/** Every other entry is compared with this one, unless something else was chosen for it. */
export const picked = signal<string | undefined>(undefined)

export interface FromFile {
  /** The entry that is compared with it. */
  of: string
  entry: Entry
  fileName: string
}

export const fromFile = signal<FromFile | undefined>(undefined)
