// Reads from the stack which code of the app has called a wrapped function. The topmost lines of the stack are the recorder's, and are left
// out. File names do not distinguish them from the app's lines, because an app may bundle the recorder with its own code. Therefore, the
// recorder finds out the position (file, line, column) of its own lowest line in the stack. The recorder for Node does this differently
// (node/app-stack.ts).
import { MAX_CALLS } from '../../../schema/initiator-limits.js'
import { hasPlace, shortened } from './initiator-calls.js'
import { stackLines } from './stack.js'

/** Returns a function that reads the lines of the app; they are empty if the app is not on the stack. `lowest`: see lowestPlaces. */
export function appStack (lowest: readonly string[]): () => string {
  return () => {
    let calls: string[] | undefined
    for (const line of stackLines()) {
      // Starts over at each line of ours: a wrapped function of a framework may call one of the platform, and the app is below both.
      if (lowest.includes(placeOf(line))) calls = []
      else if (calls && calls.length < MAX_CALLS && hasPlace(line)) calls.push(shortened(line))
    }
    return calls?.join('\n') ?? ''
  }
}

/**
 * Finds the places in which the recorder's part of the stack ends: everything below such a line is the app's. It calls a wrapped function
 * twice, from two lines of this function, and compares the two stacks. They are equal down to the line of the call, which differs, so the
 * line above it is the recorder's lowest.
 * `wrapped`: makes an object whose function is wrapped as the app's are, and calls `note` where the recorder would begin a record; if it
 * calls `note` in several places, there is one result for each. `between`: how many lines `call` itself adds to the stack.
 */
export function lowestPlaces (wrapped: (note: () => void) => { call: (...args: never[]) => unknown }, between = 0): string[] {
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
