// The functions of a browser that the recorder needs, in a page or in a worker.
import type { Host } from '../core/host.js'
import { startTimer, stopTimer, nowMs, utf8Bytes } from './natives.js'

export function browserHost (context: NonNullable<Host['context']>): Host {
  return {
    now: nowMs,
    setTimer (run, ms) {
      const timer = startTimer(run, ms)
      return () => stopTimer(timer)
    },
    random: () => Math.random().toString(36).slice(2, 10) + Date.now().toString(36),
    utf8Bytes,
    context,
    warn
  }
}

export function warn (sentence: string): void {
  console.warn(sentence)
}
