// A clock that only goes forward. Mini-programs have none but that of the device, which people and networks set back.

/** Milliseconds since some moment. */
export function forwardClock (): () => number {
  let aheadMs = 0
  let lastMs = 0
  return () => {
    const nowMs = Date.now() + aheadMs
    if (nowMs < lastMs) aheadMs += lastMs - nowMs
    lastMs = Math.max(nowMs, lastMs)
    return lastMs
  }
}
