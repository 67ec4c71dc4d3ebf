// /earshot-rules.js: gives the part for rules to the recorder of the page, which may have started already.
import type { Running, Start } from '../page-earshot.js'
import { applyRules } from './part.js'

const earshot = (window as unknown as Record<symbol, { running?: Running, rules1?: Start } | undefined>)[Symbol.for('earshot')]
if (earshot) {
  earshot.rules1 = applyRules
  if (earshot.running?.options.rules) applyRules(earshot.running)
}
