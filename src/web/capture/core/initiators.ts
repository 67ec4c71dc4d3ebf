// Adds the call stack of the code that started a request to the record of the request: for all requests of an app, or for a random share of
// them.
import type { Drafts } from './drafts.js'
import type { Exchange } from './exchange.js'
import { quiet } from './host.js'
import { callReader } from './initiator-calls.js'
import type { InitiatorOption } from './options.js'
import type { Recorder } from './recorder.js'

/** What no code of the app has requested. */
const OTHERS = ['error', 'resource']

/** Limits how much of the app's time stacks may take: about 30 ms of each second. */
export const MAX_PER_SECOND = 100

export interface StackSource {
  /** The lines of the app's frames; empty if there are none. */
  read: () => string
  /** The time in milliseconds, by a clock that only goes forward and that the app has not replaced. */
  now: () => number
}

export function recordInitiators (recorder: Recorder, option: InitiatorOption['initiator'], { read, now }: StackSource): void {
  const share = shareOf(option)
  if (share === 0) return
  const isPicked = picking(share, now)
  const add = adding()
  const begin = recorder.begin.bind(recorder)
  recorder.begin = start => {
    const stack = !OTHERS.includes(start.via ?? '') && isPicked() ? quiet(read) : ''
    const exchange = begin(start)
    if (stack) add(exchange, stack)
    return exchange
  }
}

/** Which part of the requests, from 0 to 1. An attribute without a value is an empty text. */
export function shareOf (option: InitiatorOption['initiator']): number {
  if (/^(?:|all|on|true)$/.test(`${option}`)) return 1
  const share = Number(option)
  return share > 0 ? Math.min(share, 1) : 0
}

// Not Math.random: an app may rely on the order of its numbers.
function picking (share: number, now: () => number): () => boolean {
  let seed = (now() * 1000) >>> 0
  let [count, fromMs] = [0, 0]
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    if (seed / 2 ** 32 >= share) return false
    const nowMs = now()
    if (count === 0 || nowMs - fromMs >= 1000) [count, fromMs] = [0, nowMs]
    return count++ < MAX_PER_SECOND
  }
}

/** The lines are read later, together with the rest of the record. */
function adding (): (exchange: Exchange, stack: string) => void {
  let readCalls: ReturnType<typeof callReader> | undefined
  return (exchange, stack) => exchange.later((drafts, push) => {
    readCalls ??= callReader(drafts.mask)
    const initiator = readCalls(stack)
    if (initiator) queueAgain(drafts, { ...push, initiator })
  }, stack.length)
}

/** The push of the start is in the queue already, which merges both. Later pushes of the request need not repeat it. */
function queueAgain (drafts: Drafts, push: Parameters<Drafts['edited']>[0]): void {
  const edited = drafts.edited(push)
  if (edited) drafts.queue.add(edited)
}
