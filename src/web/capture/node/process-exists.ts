// Whether a process still runs.

/** `pid`: on the same machine. */
export function processExists (pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
