// Reads the lists of a session into its copy, on behalf of one connection to the live channel. Once that is lost, nothing more may come
// into the copy: the next connection may have begun another list.
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import type { SessionService } from './service.js'
import type { SessionCopy } from './session-copy.js'

/**
 * Goes on behind the last entry that the copy has of the list. `onArrival` is called whenever something arrived, with how many entries
 * that made, which are in the copy by then. Resolves with the screenshots, once all entries are there; as soon as `signal` is aborted,
 * the outcome means nothing.
 */
export async function readLists (
  service: SessionService, copy: SessionCopy, signal: AbortSignal, onArrival: (entries: number) => void
): Promise<Screenshot[]> {
  const readEntries = async () => {
    for await (const entries of unbroken(service, copy, signal)) {
      if (signal.aborted) return
      copy.add(entries)
      onArrival(entries.length)
    }
  }
  const [screenshots] = await Promise.all([service.screenshots(signal), readEntries()])
  return screenshots
}

/** Where the list breaks off, it is asked for again behind its last entry, as long as each try brings one more. */
async function * unbroken (service: SessionService, copy: SessionCopy, signal: AbortSignal): AsyncGenerator<Entry[]> {
  while (true) {
    const { listed } = copy
    try {
      yield * service.entries(copy.lastListed, signal)
      return
    } catch (error) {
      if (signal.aborted || copy.listed === listed) throw error
    }
  }
}
