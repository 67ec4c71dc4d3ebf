// What is worked out of whole entries: on the event loop where they are small, in a thread where they are large.
import { ApiError } from '../errors.js'
import { createHarWriter, type HarOptions, type HarWriter } from '../har/har-writer.js'
import type { SavedAbout } from '../saved/about.js'
import { savedText } from '../saved/saved-page.js'
import type { Entry } from '../schema/entry.js'
import { askedOf, type Asked } from '../summary/asked.js'
import type { EntryResult, EntryTask } from './entry-worker.js'
import type { FlagsOf } from './session-repeats.js'
import { OverLimit, Thread } from './thread.js'

/** As HarWriter; a large entry is written in a thread. */
export type EntryHarWriter = Omit<HarWriter, 'entry'> & { entry: (entry: Entry) => string | Promise<string> }

export interface Filter {
  text: string
  nowMs: number
  /** The text, compiled. */
  matches: (entry: Entry) => boolean
  /** Where it looks at the whole session. */
  flagsOf?: FlagsOf | undefined
}

/** Characters. A filter's worst value takes some tens of milliseconds for a million. */
const LARGE = 128 * 1024
const MOST_MS = 10_000
/** Nobody is answered 503 in the middle of a list: it waits its turn. */
const PATIENCE_MS = 60_000

export class EntryWork {
  private readonly thread = new Thread<EntryTask, EntryResult>('entry-worker', undefined, { mostMs: MOST_MS, patienceMs: PATIENCE_MS })

  async matching (entries: Entry[], { text, nowMs, matches, flagsOf }: Filter): Promise<Entry[]> {
    const found: Entry[] = []
    for (const entry of entries) {
      if (isLarge(entry) ? await this.inThread({ kind: 'match', entry, filter: text, nowMs, flags: flagsOf?.(entry.id) }) : matches(entry)) found.push(entry)
    }
    return found
  }

  /** As HAR, piece by piece. */
  harWriter (options: HarOptions): EntryHarWriter {
    const writer = createHarWriter(options)
    return { ...writer, entry: entry => isLarge(entry) ? this.inThread({ kind: 'har', entry, options }) as Promise<string> : writer.entry(entry) }
  }

  /** As it stands in a saved page. */
  savedText (secrets: SavedAbout['secrets']): (entry: Entry) => string | Promise<string> {
    const textOf = savedText(secrets)
    return entry => isLarge(entry) ? this.inThread({ kind: 'saved', entry, secrets }) as Promise<string> : textOf(entry)
  }

  /** For a summary. */
  async asked (entry: Entry): Promise<Asked> {
    return isLarge(entry) ? await this.inThread({ kind: 'ask', entry }) as Asked : askedOf(entry)
  }

  async close (): Promise<void> {
    await this.thread.close()
  }

  private async inThread (task: EntryTask): Promise<EntryResult> {
    return await this.thread.run(task).catch((error: unknown) => {
      if (!(error instanceof OverLimit)) throw error
      throw new ApiError('bad_request', `Entry ${task.entry.id} is too large for this: it takes too much time or memory`, { cause: error })
    })
  }
}

function isLarge (entry: Entry): boolean {
  const { requestHeader, responseHeader, request, response, pageParams, storage } = entry
  return requestHeader.length + responseHeader.length + request.length + response.length + pageParams.length + storage.length > LARGE
}
