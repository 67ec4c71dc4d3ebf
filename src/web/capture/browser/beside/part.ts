// The part of the recorder for everything other than the requests of the page's scripts: errors, what the browser itself loads, workers,
// frames, and which code started a request. It is loaded only if an option of the page needs it.
import { quiet } from '../../core/host.js'
import type { Running } from '../page-earshot.js'
import { recordErrors } from './errors.js'
import { recordIframes } from './iframes.js'
import { recordPageInitiators } from './initiators.js'
import { recordResources } from './resources.js'

const started = new WeakSet<Running>()

/** Does nothing if the recorder has ended, or has this part already. */
export function recordBeside (running: Running): void {
  const { options: { errors, resources, workers, initiator, frames }, over } = running
  if (over.signal.aborted || started.has(running)) return
  started.add(running)
  if (initiator !== undefined) quiet(() => recordPageInitiators(running))
  if (isOn(errors)) quiet(() => recordErrors(running))
  if (isOn(resources)) quiet(() => recordResources(running))
  if (isOn(frames)) quiet(() => recordIframes(running))
  if (isOn(workers)) quiet(() => loadWorkers(running))
}

/** An attribute without a value is an empty text. */
function isOn (option: boolean | string | undefined): boolean {
  return option === '' || (Boolean(option) && option !== 'off')
}

// The part for workers must run before the page starts its first one. If the parser has waited for this script, it waits for that one, too.
function loadWorkers ({ service: { base } }: Running): void {
  const address = `${base}earshot-workers.js`
  const script = document.currentScript as HTMLScriptElement | null
  const { length } = document.scripts
  if (script?.src.startsWith(`${base}earshot-beside`) && document.readyState === 'loading') {
    quiet(() => document.write(`<script src="${address}" nonce="${script.nonce}"></script>`))
  }
  if (document.scripts.length === length) import(address).catch(() => {})
}
