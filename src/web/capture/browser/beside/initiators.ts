// Records which code of the page started each request, or some of them.
import { recordInitiators } from '../../core/initiators.js'
import { nowMs } from '../natives.js'
import type { Running } from '../page-earshot.js'
import { pageFrames } from '../page-frames.js'

export function hearInitiators ({ recorder, patches, options: { initiator } }: Running): void {
  recordInitiators(recorder, initiator, { read: pageFrames(patches), now: nowMs })
}
