// Makes the rules of a recording fit into the limits of a session. What is dropped is told to the caller, so that nothing is lost silently.
import { base64Size, utf8Size } from '../exchange/size.js'
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

export interface Room { rules: number, bytes: number }

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

function bytesOf ({ rule: { action } }: Step): number {
  if (action.type !== 'respond' || !action.body) return 0
  return 'text' in action.body ? utf8Size(action.body.text) : 'base64' in action.body ? base64Size(action.body.base64) : 0
}
