// Records which code of the page started each request, or some of them.
import { recordInitiators } from '../../core/initiators.js'
import { appStack } from '../app-stack.js'
import { nowMs } from '../natives.js'
import type { Running } from '../page-earshot.js'

export function hearInitiators ({ recorder, patches, options: { initiator } }: Running): void {
  recordInitiators(recorder, initiator, { read: appStack(patches), now: nowMs })
}
