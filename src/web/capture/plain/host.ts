// The functions that the core needs (core/host.ts), on platforms with hardly more than ECMAScript, timers and a console: mini-programs and
// React Native.
import type { PageContext, Host } from '../core/host.js'

/** `context`: of the app, at this time. */
export function plainHost (context: (nowMs: number) => PageContext): Host {
  const now = forwardClock()
  return {
    now,
    random: () => `${Math.random().toString(36).slice(2, 12)}${Date.now().toString(36)}`,
    utf8Bytes,
    warn: sentence => { console.warn(sentence) },
    context: () => context(now()),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => { clearTimeout(timer) }
    }
  }
}

// Not every platform has TextEncoder.
function utf8Bytes (text: string): number {
  let bytes = 0
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3
  }
  return bytes
}

// A clock that only goes forward. These platforms have only the clock of the device, which the user or the network may set back; others
// stop while the device sleeps.
/** Returns a function that returns milliseconds since an arbitrary moment. */
function forwardClock (): () => number {
  let aheadMs = 0
  let lastMs = 0
  return () => {
    const nowMs = Date.now() + aheadMs
    if (nowMs < lastMs) aheadMs += lastMs - nowMs
    lastMs = Math.max(nowMs, lastMs)
    return lastMs
  }
}
