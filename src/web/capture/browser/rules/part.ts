// The part of the recorder for rules. Pages that opt in load it. It connects to the rules of the session, and applies them below the
// recorder, so that the recorder sees what the page gets.
import { quiet } from '../../core/host.js'
import type { Running } from '../page-earshot.js'
import { ChannelRules } from './channel-rules.js'
import { FetchRules } from './fetch-rules.js'
import { linkOf } from './page-link.js'
import { Rulings } from './rulings.js'
import { XhrRules } from './xhr-rules.js'

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
  const xhrRules = new XhrRules(rulings, patches)
  const channelRules = new ChannelRules(rulings, patches)
  over.signal.addEventListener('abort', () => xhrRules.stop())
  patches.below = (name, call) => {
    rulings.forget()
    quiet(() => {
      if (name === 'fetch') {
        if (link.hasRules) fetchRules.before(call)
      } else {
        // Requests that a rule has answered or failed are ours, even if there are no rules any more.
        xhrRules.before(name, call)
        channelRules.before(name, call)
      }
    })
  }
}
