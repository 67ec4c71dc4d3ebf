// The part of the recorder for what happens beside the requests of scripts: errors, and what the browser itself loads. Pages that ask for
// it load it.
import { quiet } from '../../core/host.js'
import type { Running } from '../page-earshot.js'
import { hearErrors } from './errors.js'
import { hearResources } from './resources.js'

const heard = new WeakSet<Running>()

/** Does nothing if the recorder has ended, or has this part already. */
export function hearBeside (running: Running): void {
  const { options: { errors, resources }, over } = running
  if (over.signal.aborted || heard.has(running)) return
  heard.add(running)
  if (isOn(errors)) quiet(() => hearErrors(running))
  if (isOn(resources)) quiet(() => hearResources(running))
}

/** An attribute without a value is an empty text. */
function isOn (option: boolean | string | undefined): boolean {
  return option === '' || (Boolean(option) && option !== 'off')
}
