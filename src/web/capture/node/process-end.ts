// The end of the process, to be used for what is still to be sent. Exit code and output stay as they are. Signals are left alone: a
// listener of ours would keep the process from ending by them, or make it believe that somebody else handles them.

export interface End {
  /** There is nothing left to do: time to send, until `done` is called. */
  soon (done: () => void): void
  /** Nothing asynchronous happens any more. */
  now (): void
}

const MOST_MS = 1000

/** Returns what ends it. */
export function onProcessEnd (end: End): () => void {
  let asked = false
  const before = () => {
    // Work to do makes Node tell `beforeExit` again, which listeners of the app would notice: where there are some, `exit` has to do.
    if (asked || process.listenerCount('beforeExit') > 1) return
    asked = true
    const timer = setTimeout(() => {}, MOST_MS)
    end.soon(() => clearTimeout(timer))
  }
  const exit = () => end.now()
  process.on('beforeExit', before).on('exit', exit)
  return () => { process.off('beforeExit', before).off('exit', exit) }
}
