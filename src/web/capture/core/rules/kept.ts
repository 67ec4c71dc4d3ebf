// The rules as they are kept on the device. The next page needs them for its first requests, which are made before the service can answer.
import { isRecord } from '../../../../json/is-record.js'
import { repliedRules } from './replied.js'
import type { RulesReply } from '../../../../schema/rule.js'

/** A place for one text, such as sessionStorage. */
export interface RulesStore {
  read (): string | undefined
  /** undefined: removes it. */
  write (text: string | undefined): void
}

/** Older rules do not apply: the service has not answered for too long. */
export const SILENCE_MS = 10 * 60 * 1000
/** In characters; the app needs its storage itself. */
const MAX_KEPT = 100 * 1024

export interface KeptRules {
  /** The reply, with its times as if it had come now. */
  reply: RulesReply
  /** How often each rule has applied, by its id. */
  uses: [id: string, count: number][]
  /** How long the service had not answered. */
  ageMs: number
}

/** `reply`: the text of a reply. `heardMs`: by the clock on the wall. undefined if it is too long to be kept. */
export function keptText (reply: string, uses: ReadonlyMap<string, number>, heardMs: number): string | undefined {
  const text = `{"at":${Math.round(heardMs)},"uses":${JSON.stringify([...uses])},"reply":${reply}}`
  return text.length > MAX_KEPT ? undefined : text
}

/** undefined if there are none, or they are too old, or the clock was set back. */
export function readKept (text: string | undefined, wallMs: number): KeptRules | undefined {
  const kept: unknown = JSON.parse(text ?? 'null')
  if (!isRecord(kept)) return undefined
  const ageMs = wallMs - Number(kept.at)
  const reply = repliedRules(JSON.stringify(kept.reply))
  if (!(ageMs >= 0 && ageMs < SILENCE_MS) || !reply) return undefined
  const uses = (Array.isArray(kept.uses) ? kept.uses : []) as unknown[]
  return { reply: { ...reply, now: reply.now + ageMs }, uses: uses.filter(isUse), ageMs }
}

function isUse (use: unknown): use is [string, number] {
  return Array.isArray(use) && typeof use[0] === 'string' && typeof use[1] === 'number'
}
