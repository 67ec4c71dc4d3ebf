// Records which code of the page started a request: for all requests, or for a random share of them.
import { recordInitiators } from '../../core/initiators.js'
import { nowMs } from '../natives.js'
import type { Running } from '../page-earshot.js'
import { pageStack } from '../page-stack.js'

export function recordPageInitiators ({ recorder, patches, options: { initiator } }: Running): void {
  recordInitiators(recorder, initiator, { read: pageStack(patches), now: nowMs })
}
