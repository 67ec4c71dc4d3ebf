// Compares two texts by their common beginning and end. Only a little of the common text around the difference is shown.
import { headOf, tailOf } from '../../../../text/visible.js'

export interface TextDifference {
  /** The equal text before the difference; begins with an ellipsis if it was shortened. */
  head: string
  old: string
  now: string
  tail: string
}

const CHARACTERS_AROUND = 60

export function textDifference (before: string, after: string): TextDifference {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--
  let end = 0
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--
  return {
    head: start > CHARACTERS_AROUND ? `…${tailOf(before.slice(0, start), CHARACTERS_AROUND)}` : before.slice(0, start),
    old: before.slice(start, before.length - end),
    now: after.slice(start, after.length - end),
    tail: end > CHARACTERS_AROUND ? `${headOf(before.slice(before.length - end), CHARACTERS_AROUND)}…` : before.slice(before.length - end)
  }
}

function isHigh (code: number): boolean { return code >= 0xd800 && code < 0xdc00 }
function isLow (code: number): boolean { return code >= 0xdc00 && code < 0xe000 }
