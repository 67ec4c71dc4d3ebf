// The entries of a HAR file, as the service would record them. Loaded when a person chooses a file.
import { importHar } from '../../../../har/import.js'
import { parseHar } from '../../../../har/recording.js'
import type { Entry } from '../../../../schema/entry.js'

/** Throws an error with a sentence for a person if the text is not a HAR file. */
export function harEntries (text: string): Entry[] {
  return importHar(parseHar(text), 'file').map((push, n) => ({ id: `file-${n + 1}`, timestamp: push.startTime ?? 0, ...push }))
}
