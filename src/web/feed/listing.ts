// Reads the lists of a session into the client's copy. Each run belongs to one connection to the live channel. When that connection is
// lost, the run may add nothing more to the copy, because the next connection may have started another list.
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import type { SessionService } from './service.js'
import type { SessionCopy } from './session-copy.js'

/**
 * Continues after the last entry of the list that the copy has. Calls `onArrival` whenever data has arrived, with the number of new
 * entries, which are already in the copy. Resolves with the screenshots when all entries are there. After `signal` is aborted, the
 * result has no meaning.
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

/** If the list breaks off, requests the rest after its last entry, as long as each attempt brings at least one more. */
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
