// The frames of the code of a page, or of a worker, that has called a function of the browser which the recorder watches.
import { appFrames, lowestFrames } from '../core/app-frames.js'
import type { Patches } from './patch.js'

/** Returns a function that reads the lines; empty if the page is not on the stack. */
export function pageFrames (patches: Patches): () => string {
  return appFrames(lowestFrames(note => {
    const own = { call () {} }
    patches.add(own, 'call', () => {
      note()
      return note
    })
    return own
  }))
}
