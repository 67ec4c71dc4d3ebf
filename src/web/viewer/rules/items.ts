// The rule items in the menus of requests and APIs: answer differently, fail, slow down.
import type { PageContext } from '../context.js'
import { words } from '../words/words.js'
import { answerDifferently, NETWORK_FAILURE, saveFor, SLOW, type Target } from './actions.js'

interface RuleItem {
  text: string
  run: () => void
  isApart?: boolean
  /** The shortcut. */
  hint?: string
}

export function ruleItems (page: PageContext, target: Target): RuleItem[] {
  const { rules: texts } = words.peek()
  return [
    { text: texts.answer, run: () => { answerDifferently(page, target).catch(() => {}) }, isApart: true, hint: 'r' },
    { text: texts.fail, run: () => { saveFor(page, target, NETWORK_FAILURE).catch(() => {}) } },
    { text: texts.slow, run: () => { saveFor(page, target, SLOW).catch(() => {}) } }
  ]
}
