// Polls the service to find out whether somebody watches the session. Used by apps that send only while somebody watches.
import type { Host } from './host.js'

const ASK_MS = 5000
const MAX_MS = 60_000

/** Calls `tell` with every answer; a failed request only delays the next one. Returns a function that ends the polling. */
export function watching (ask: () => Promise<boolean>, host: Host, tell: (online: boolean) => void): () => void {
  let failures = 0
  let isOver = false
  let cancel: (() => void) | undefined
  const again = () => {
    if (!isOver) cancel = host.setTimer(run, Math.min(MAX_MS, ASK_MS * 2 ** failures))
  }
  const run = () => {
    ask().then(online => {
      failures = 0
      if (!isOver) tell(online)
    }).catch(() => { failures++ }).finally(again)
  }
  run()
  return () => {
    isOver = true
    cancel?.()
  }
}
