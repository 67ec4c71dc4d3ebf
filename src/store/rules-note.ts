// What the writes of recorders learn about the rules of their session, without another command: the field `rules` of meta, which
// lua/include/rules.lua and lua/editing.lua write.

export interface RulesNote {
  /** '0' if no rules were ever written. */
  version: string
  /** For how long a viewer is expected to edit rules, in milliseconds. */
  holdMs: number
}

/** The end of a script's reply: nothing if the session has never had rules, nor a viewer who edits them. */
export type ToldRules = [noted?: string | null, rev?: string | null]

export type OnRules = (note: RulesNote) => void

/** Viewers who edit rules say so again every 30 seconds. */
export const EDITING_MS = 60_000

const NONE: RulesNote = { version: '0', holdMs: 0 }

export function tell (onRules: OnRules | undefined, [noted, rev]: ToldRules): void {
  // The rev of a change begins with the time of the change, by the clock of Redis.
  if (onRules && noted && rev) onRules(readNote(noted, Number.parseInt(rev)))
}

/** `nowMs`: by the clock of Redis. */
export function readNote (noted: string | null, nowMs: number): RulesNote {
  if (!noted) return NONE
  const [version = '0', untilMs = '0'] = noted.split(' ')
  return { version, holdMs: Math.min(Math.max(Number(untilMs) - nowMs, 0), EDITING_MS) }
}
