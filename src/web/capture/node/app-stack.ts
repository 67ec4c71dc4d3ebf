// Reads the frames of the app's code from the stack, without those of Node and of the recorder.
import { fileURLToPath } from 'node:url'
import { quiet } from '../core/host.js'
import { hasPlace, shortened } from '../core/initiator-calls.js'
import { stackLines } from '../core/stack.js'
import { MAX_CALLS } from '../../../schema/initiator-limits.js'

/** The folder of the recorder, or the file into which it was built. None if an app has bundled it: then its files are the app's, too. */
const OWN = ownPlaces(import.meta.url)
const OF_NODE = /(?:^ +at (?:async )?|\()node:/

/** Its lines; empty if the app is not on the stack. */
export function appStack (): string {
  const calls: string[] = []
  for (const written of stackLines()) {
    if (calls.length === MAX_CALLS) break
    if (OF_NODE.test(written) || OWN.some(place => written.includes(place))) continue
    const line = shortened(written)
    if (hasPlace(line)) calls.push(line)
  }
  return calls.join('\n')
}

function ownPlaces (file: string): string[] {
  const [own] = /^.*(?:\/web\/capture\/|\/earshot-node\.[cm]js$)/.exec(file) ?? []
  if (own === undefined) return []
  const path = quiet(() => fileURLToPath(own))
  return path === undefined ? [own] : [own, path]
}
