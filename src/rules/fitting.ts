// Makes the rules of a recording fit into the limits of a session. It reports what it drops, so that nothing is lost silently.
import { utf8Size } from '../exchange/size.js'
import type { Entry } from '../schema/entry.js'
import type { GivenRule } from '../schema/rule.js'
import { RULE_LIMITS } from '../schema/rule-limits.js'

/** One response of a sequence. */
export interface Step {
  /** The entries whose response it is. */
  entries: Entry[]
  rule: GivenRule
  /** Whether it answers all later requests. */
  isLasting: boolean
}

/** `bodyBytes`: of one body. */
export interface Room { rules: number, bytes: number, bodyBytes: number }

/**
 * Keeps all sequences as long as they fit, in their order. If there are too many rules or bytes, the earlier steps of sequences go first,
 * those with the largest bodies before others; then whole APIs, the largest first.
 */
export function fitted (sequences: readonly Step[][], room: Room = RULE_LIMITS): { kept: Step[], dropped: Step[] } {
  const kept = new Set(sequences.flat())
  const bytes = new Map([...kept].map(step => [step, bytesOf(step)]))
  const size = (step: Step) => bytes.get(step) ?? 0
  let total = [...bytes.values()].reduce((a, b) => a + b, 0)
  const order = [...kept].sort((a, b) => Number(a.isLasting) - Number(b.isLasting) || size(b) - size(a))
  const dropped: Step[] = []
  for (const step of order) {
    if (kept.size <= room.rules && total <= room.bytes) break
    kept.delete(step)
    total -= size(step)
    dropped.push(step)
  }
  return { kept: [...kept], dropped }
}

/** About how many bytes the service adds to a rule: its id, its end. */
const ADDED_BYTES = 100

// At least what the service counts: the rules as JSON, and large bodies as they are.
function bytesOf ({ rule }: Step): number {
  return utf8Size(JSON.stringify(rule)) + ADDED_BYTES
}
