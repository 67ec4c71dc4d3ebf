// The part of the recorder for rules. Pages that consent load it: it connects to the rules of the session, and applies them below the
// recorder, so that the recorder sees what the page gets.
import { quiet } from '../../core/host.js'
import type { Call } from '../frameless.js'
import type { Running } from '../page-earshot.js'
import { FetchRules } from './fetch-rules.js'
import { linkOf } from './page-link.js'
import { Rulings } from './rulings.js'

/** Does nothing if the recorder has ended, or has this part already. */
export function applyRules (running: Running): void {
  quiet(() => apply(running))
}

function apply (running: Running): void {
  const { patches, over } = running
  if (patches.below || over.signal.aborted) return
  const link = linkOf(running)
  const rulings = new Rulings(running, link)
  const fetchRules = new FetchRules(rulings)
  /** By the name of the function that the page calls. */
  const appliers: Record<string, (call: Call) => void> = {
    fetch: call => fetchRules.before(call)
  }
  patches.below = (name, call) => {
    rulings.forget()
    if (link.hasRules) quiet(() => Object.hasOwn(appliers, name) && appliers[name]?.(call))
  }
}
