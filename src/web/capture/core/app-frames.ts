// The frames of the app's code that has called a function which the recorder wraps: those below the frames of the recorder, in any engine,
// and in whichever file the recorder was bundled. (In Node, its files tell them apart.)
import { MAX_CALLS } from '../../../schema/initiator-limits.js'
import { hasPlace, shortened } from './initiator-calls.js'
import { stackLines } from './stack.js'

/** Returns a function that reads the lines of these frames; empty if the app is not on the stack. `lowest`: see lowestFrames. */
export function appFrames (lowest: readonly string[]): () => string {
  return () => {
    let calls: string[] | undefined
    for (const line of stackLines()) {
      // Starts over at each frame of ours: a wrapped function of a framework may call one of the platform, and the app is below both.
      if (lowest.includes(placeOf(line))) calls = []
      else if (calls && calls.length < MAX_CALLS && hasPlace(line)) calls.push(shortened(line))
    }
    return calls?.join('\n') ?? ''
  }
}

/**
 * The places of our lowest stack frames: the frames below them are the app's. `wrapped`: makes an object with a function that is wrapped in
 * the same way, and calls `note` where the recorder begins a record. It is called from two lines. The two stacks first differ in the frame
 * of the caller, and the frame above that one is our lowest. `between`: how many more frames `call` puts in between.
 */
export function lowestFrames (wrapped: (note: () => void) => { call: (...args: never[]) => unknown }, between = 0): string[] {
  const stacks: string[][] = []
  const own = wrapped(() => { stacks.push(stackLines().filter(hasPlace)) })
  own.call()
  const perCall = stacks.length
  own.call()
  return stacks.slice(0, perCall).flatMap((stack, n) => {
    const caller = stack.findIndex((line, at) => line !== stacks[perCall + n]?.[at])
    const lowest = stack[caller - 1 - between]
    return lowest === undefined ? [] : placeOf(lowest)
  })
}

/** A line may be long: the address of a file may be a whole `data:` address. */
const MAX_PLACE_LENGTH = 200

/** The name of the file with line and column. The text before it depends on how it was called. Bytecode of Hermes has no folder. */
function placeOf (line: string): string {
  return /[^/ (@]*$/.exec(line.slice(-MAX_PLACE_LENGTH))?.[0] ?? ''
}
