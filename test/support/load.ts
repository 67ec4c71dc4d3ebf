// Pushes continuously while something breaks, and notes which pushes were acknowledged, and the longest time between two acknowledgements.
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import type { EntryStore } from '../../src/store/entries.js'
import { allEntries } from './inspect.js'

export interface Load {
  /** The requestIds that the store has confirmed. */
  acknowledged: string[]
  /** The errors of rejected pushes, each message once. */
  refusals: Set<string>
  /** The longest time between two acknowledgements. */
  longestGapMs: number
  /** Stops the load; resolves with the acknowledged requestIds that are missing in the list of the session. */
  stop(): Promise<string[]>
}

// Too large for a script, so these pushes are stored in another way.
const LARGE = 'x'.repeat(300_000)
const LARGE_EVERY = 10

/** Pushes one at a time, and repeats rejected ones; every tenth is large. */
export function pushOn (t: Test, entries: EntryStore, session: string): Load {
  const ending = new AbortController()
  const load: Load = { acknowledged: [], refusals: new Set(), longestGapMs: 0, stop }
  const done = run()
  t.teardown(() => ending.abort())
  return load

  async function run (): Promise<void> {
    let lastMs = Date.now()
    for (let n = 0; !ending.signal.aborted;) {
      try {
        await entries.push(session,
          { requestId: `r-${n}`, api: '/load', method: 'GET', timeConsuming: 1, ...n % LARGE_EVERY === 0 && { response: LARGE } })
        load.acknowledged.push(`r-${n++}`)
        load.longestGapMs = Math.max(load.longestGapMs, Date.now() - lastMs)
        lastMs = Date.now()
      } catch (error) {
        load.refusals.add(`${(error as { code?: string }).code} ${String((error as Error).cause)}`)
      }
      // Moderate load is enough; this is not a benchmark.
      await delay(5)
    }
  }

  async function stop (): Promise<string[]> {
    ending.abort()
    await done
    const listed = new Set((await allEntries(entries, session)).map(({ requestId }) => requestId))
    return load.acknowledged.filter(requestId => !listed.has(requestId))
  }
}
