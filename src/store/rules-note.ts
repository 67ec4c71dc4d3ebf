// The note about a session's rules that recorders get in the responses to their writes: the field `rules` of meta, which
// lua/include/rules.lua and lua/note-editing.lua write.

export interface RulesNote {
  /** '0' if no rules were ever written. */
  version: string
  /** For how long a viewer is expected to edit rules, in milliseconds. */
  holdMs: number
  /** The time of the clock of Redis, by which rules end, in milliseconds; at most a tenth of a second old. */
  now: number
}

/**
 * The end of a script's reply: nothing if the session has never had rules, nor a viewer who edits them. `time`: by the clock of Redis, in
 * milliseconds; or the rev of a change that was just made, which begins with its time.
 */
export type RulesFields = [noted?: string | null, time?: string | number | null]

export type OnRules = (note: RulesNote) => void

/** Viewers who edit rules say so again every 30 seconds. */
export const EDITING_MS = 60_000

export function reportRules (onRules: OnRules | undefined, [noted, time]: RulesFields): void {
  if (onRules && noted && time) onRules(readNote(noted, Number.parseInt(String(time))))
}

/** `now`: by the clock of Redis. */
export function readNote (noted: string | null, now: number): RulesNote {
  if (!noted) return { version: '0', holdMs: 0, now }
  const [version = '0', untilMs = '0'] = noted.split(' ')
  return { version, holdMs: Math.min(Math.max(Number(untilMs) - now, 0), EDITING_MS), now }
}
