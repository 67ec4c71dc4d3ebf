// Splits untrusted text into runs of original characters and runs of escapes, for views that must show which is which.
import { escaped, unseen } from './visible.js'

export interface Run {
  text: string
  /** An escape that stands for characters. */
  isEscape: boolean
}

/** On one line if `lines` is false; otherwise, line feeds and tabs stay. */
export function runsOf (text: string, lines: boolean): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const { 0: unseen, index } of text.matchAll(lines ? UNSEEN_IN_LINES : UNSEEN)) {
    if (index > from) runs.push({ text: text.slice(from, index), isEscape: false })
    runs.push({ text: escaped(unseen), isEscape: true })
    from = index + unseen.length
  }
  if (from < text.length) runs.push({ text: text.slice(from), isEscape: false })
  return runs
}

const UNSEEN = unseen()
const UNSEEN_IN_LINES = unseen('[\\t\\n]')
