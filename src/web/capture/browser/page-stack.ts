// Reads from the stack which code of a page, or of a worker, has called a wrapped function of the browser.
import { appStack, lowestPlaces } from '../core/app-stack.js'
import type { Patches } from './patch.js'

/** Returns a function that reads the lines; empty if the page is not on the stack. */
export function pageStack (patches: Patches): () => string {
  return appStack(lowestPlaces(note => {
    const own = { call () {} }
    patches.add(own, 'call', () => {
      note()
      return note
    })
    return own
  }))
}
