// A person's actions on rules: make a rule from a request or an API, delete it, switch one rule or all rules on or off. A toast offers to
// undo a new rule, a deletion, or switching all rules off.
import { responseBodyOf } from '../../../exchange/body.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { matchOf, nameOf, obstacleOf, ruleFromEntry } from '../../../rules/from-entry.js'
import { wholeBody } from '../../../rules/recorded-response.js'
import type { GivenRule, Rule, RuleAction } from '../../../schema/rule.js'
import { RULE_LIMITS } from '../../../schema/rule-limits.js'
import type { PageContext } from '../context.js'
import { sentenceOf } from '../kit/sentence-of.js'
import { DEFAULT_DELAY, waitText } from '../model/rules/draft.js'
import type { RuleOpen } from '../model/rules/open.js'
import { adding, newId, removing, restoring, switching, switchingAll, type OwnRule } from '../model/rules/rule-changes.js'
import { subjectOf } from '../model/rules/rule-name.js'
import { isForbidden, type ListChange } from '../model/rules/rule-list.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { withBodies } from '../model/rules/rules-file.js'
import { Refused } from '../model/session/api.js'
import { loadWords, words, type Words } from '../words/words.js'

type Page = Pick<PageContext, 'session' | 'view' | 'toasts'>

export const NETWORK_FAILURE: RuleAction = { type: 'fail', how: 'network' }
export const SLOW: RuleAction = { type: 'delay', ms: Number(DEFAULT_DELAY) }

/** `match`: of a whole API, instead of this request alone. */
export interface Target {
  entry: ListedEntry
  match?: string | undefined
}

/** Opens the editor with the recorded response. */
export async function answerDifferently (page: Page, { entry, match }: Target): Promise<void> {
  const { session, view, toasts } = page
  try {
    const [whole] = await Promise.all([session.whole(entry), loadWords()])
    const { action, ...rule } = ruleFromEntry(whole)
    const { size } = responseBodyOf(whole)
    // Inside, so that it can be edited at once; a rule cannot have a larger one.
    const body = size <= RULE_LIMITS.bodyBytes ? wholeBody(whole) : undefined
    view.rules.value = {
      at: 'editor',
      rule: {
        ...rule,
        match: match ?? rule.match,
        action: action.type === 'respond' && action.body && body ? { ...action, body } : action
      },
      obstacle: obstacleOf(whole),
      bytes: size
    }
  } catch (error) {
    toasts.show(sentenceOf(error), 'problem')
  }
}

/** Saves a rule for a request, or for a whole API, at once. */
export async function saveFor (page: Page, { entry, match }: Target, action: RuleAction): Promise<void> {
  try {
    const [whole] = await Promise.all([page.session.whole(entry), loadWords()])
    const rule: GivenRule = { name: nameOf(whole), match: match ?? matchOf(whole), action }
    await saveNew(page, { ...rule, name: namedAfter(rule) })
  } catch (error) {
    showFailure(page, error)
  }
}

/** Stores a new rule above all others, and offers to undo it. Rejects with a sentence. */
export async function saveNew (page: Page, rule: GivenRule): Promise<void> {
  const own: OwnRule = { ...rule, id: rule.id ?? newId() }
  await rulesOf(page.session).change(adding(own))
  tellSaved(page, own)
}

function tellSaved (page: Page, { id, name }: OwnRule): void {
  const { rules: texts } = words.peek()
  const { off } = rulesOf(page.session)
  if (off.peek()) {
    page.toasts.show(texts.savedButOff(name), 'info', {
      name: texts.turnOn,
      onClick: () => {
        page.toasts.dismiss('info')
        allOn(page).catch(() => {})
      }
    })
  } else offerUndo(page, texts.saved(name), removing(id))
}

export async function remove (page: Page, rule: Rule): Promise<void> {
  const list = rulesOf(page.session)
  try {
    // Its bodies are deleted with it, so they are read before.
    const whole = await withBodies(list, rule)
    const rules = list.rules.peek()
    const before = rules[rules.findIndex(({ id }) => id === rule.id) + 1]?.id
    await list.change(removing(rule.id))
    offerUndo(page, words.peek().rules.deleted(rule.name), restoring(whole, before))
  } catch (error) {
    showFailure(page, error)
  }
}

export async function switchOne (page: Page, { id }: Rule, enabled: boolean): Promise<void> {
  await act(page, switching(id, enabled))
}

/** Switches all rules off, for all viewers and apps. */
export async function allOff (page: Page): Promise<void> {
  try {
    await Promise.all([rulesOf(page.session).change(switchingAll(true)), loadWords()])
    offerUndo(page, words.peek().rules.offNow, switchingAll(false))
  } catch (error) {
    showFailure(page, error)
  }
}

export async function allOn (page: Page): Promise<void> {
  await act(page, switchingAll(false))
}

/** Stores a change, and reports a failure. Never rejects. */
export async function act (page: Page, change: ListChange): Promise<boolean> {
  try {
    await rulesOf(page.session).change(change)
    return true
  } catch (error) {
    showFailure(page, error)
    return false
  }
}

function showFailure ({ session, view, toasts }: Page, error: unknown): void {
  // The list of rules asks for the token.
  if (rulesOf(session).needsToken.peek()) view.rules.value ??= { at: 'list' }
  toasts.show(failureOf(error), 'problem')
}

function offerUndo (page: Page, text: string, change: ListChange): void {
  const { rules: texts } = words.peek()
  page.toasts.show(text, 'info', {
    name: texts.undo,
    onClick: () => {
      page.toasts.dismiss('info')
      act(page, change).then(isDone => { if (isDone) page.toasts.show(texts.undone) }, () => {})
    }
  })
}

/** The name of a rule that nobody has named: its subject and its effect. */
export function namedAfter ({ match, action }: Pick<GivenRule, 'match' | 'action'>, texts: Words['rules'] = words.peek().rules): string {
  return texts.named(subjectOf(match) || texts.everything, effectOf(action, texts))
}

export function effectOf (action: RuleAction, texts: Words['rules'] = words.peek().rules): string {
  switch (action.type) {
    case 'respond': return texts.effects.respond(String(action.status))
    case 'delay': return texts.effects.delay(waitText(action.ms))
    case 'fail': return texts.effects.fail(action.how)
    default: return texts.effects[action.type]('')
  }
}

export function newRule (): RuleOpen {
  return { at: 'editor', rule: { name: '', match: '', action: { type: 'respond', status: 200 } } }
}

/** Why a change was not stored. */
export function failureOf (error: unknown): string {
  const { rules: texts } = words.peek()
  return isForbidden(error) ? texts.refused(error.message) : texts.failed(reasonOf(error))
}

/** As a part of a sentence about a change that was not stored. */
export function reasonOf (error: unknown): string {
  // The list of rules has tried it several times: others were faster each time.
  if (error instanceof Refused && error.status === 409) return words.peek().rules.busy
  return sentenceOf(error)
}
