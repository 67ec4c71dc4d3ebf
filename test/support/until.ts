// Waits for a state that no event announces, by polling.
import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 25

/** Rejects with the description if the check does not succeed within the deadline; a check that rejects counts as not yet. */
export async function until (what: string, check: () => Promise<boolean>, deadlineMs = 20_000): Promise<void> {
  const endMs = Date.now() + deadlineMs
  for (;;) {
    if (await check().catch(() => false)) return
    if (Date.now() > endMs) throw new Error(`It did not come about that ${what}`)
    await delay(PAUSE_MS)
  }
}
