// The frames of the app's code that has called a function of the browser which the recorder watches: those below the frames of the
// recorder, in any engine, and in whichever file the recorder was bundled.
import { hasPlace, shortened } from '../core/initiator-calls.js'
import { stackLines } from '../core/stack.js'
import { MOST_CALLS } from '../../../schema/initiator-limits.js'
import type { Patches } from './patch.js'

/** Returns a function that reads the lines; empty if the app is not on the stack. */
export function appStack (patches: Patches): () => string {
  const lowest = new Set(lowestFrames(patches))
  return () => {
    const lines = stackLines()
    const at = lines.findIndex(line => lowest.has(placeOf(line)))
    if (at < 0) return ''
    const calls: string[] = []
    for (let n = at + 1; n < lines.length && calls.length < MOST_CALLS; n++) {
      const line = shortened(lines[n] ?? '')
      if (hasPlace(line)) calls.push(line)
    }
    return calls.join('\n')
  }
}

/**
 * The places of our lowest frame: what is below it has called the watched function. They are found by a function of our own, which is
 * watched in the same way, and called from two places: above the first frame that differs is our lowest one.
 */
function lowestFrames (patches: Patches): string[] {
  const stacks: string[][] = []
  const note = () => { stacks.push(stackLines().filter(hasPlace)) }
  const own = { earshot () {} }
  patches.add(own, 'earshot', () => {
    note()
    return note
  })
  own.earshot()
  own.earshot()
  const [before = [], after = [], ...others] = stacks
  return [before, after].flatMap((stack, n) => {
    const caller = stack.findIndex((line, at) => line !== others[n]?.[at])
    const lowest = stack[caller - 1]
    return lowest === undefined ? [] : placeOf(lowest)
  })
}

/** The name of the file with line and column. What is before it differs with the receiver of a call. */
function placeOf (line: string): string {
  return line.slice(line.lastIndexOf('/'))
}
