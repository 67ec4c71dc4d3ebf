// The part of the page for rules: the bar that says that rules are active, the shortcuts, and the dialog. Loaded after the list.
import { isAppError } from '../../../exchange/app-error.js'
import { useEffect } from 'preact/hooks'
import { usePage } from '../context.js'
import { LateIcon } from '../kit/late-icons.js'
import { keys } from '../kit/keys.js'
import { lazy } from '../kit/lazy.js'
import { shownEntry } from '../model/list/shown-entries.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { allOff, answerDifferently } from './actions.js'
import './rules-bar.css'

const RulesDialog = lazy(async () => (await import('./rules-dialog.js')).RulesDialog)

export function RulesPart () {
  const page = usePage()
  const { view } = page
  useRuleKeys()
  return (
    <>
      <RulesBar />
      {view.rules.value && <RulesDialog open={view.rules.value} />}
    </>
  )
}

// Every viewer sees it while rules are active: what an app gets is then not what its service answers.
function RulesBar () {
  const page = usePage()
  const { session, view, words: { rules: words } } = page
  const count = rulesOf(session).active.value.length
  return (
    <div role='status' aria-label={words.bar} class='rules-bar' hidden={count === 0}>
      {count > 0 && (
        <>
          <LateIcon name='rules' />
          <span title={words.activeHint(count)}>{words.active(count)}</span>
          <button type='button' class='button' title='Ctrl+Shift+R' onClick={() => { allOff(page).catch(() => {}) }}>
            {words.turnOff}
          </button>
          <button type='button' class='button' onClick={() => { view.rules.value = { at: 'list' } }}>{words.show}</button>
        </>
      )}
    </div>
  )
}

// r: a rule from the active request. Ctrl+Shift+R switches all rules off, if some are active; otherwise the browser reloads the page.
function useRuleKeys (): void {
  const page = usePage()
  const { selection, session, view } = page
  useEffect(() => {
    const stops = [
      keys.on('r', 'rules.answer', () => {
        const entry = shownEntry(page)
        if (!entry || isAppError(entry) || view.rules.peek()) return false
        answerDifferently(page, { entry }).catch(() => {})
        return true
      }, { late: true }),
      keys.on('Ctrl+Shift+r', 'rules.off', () => {
        if (rulesOf(session).active.peek().length === 0) return false
        allOff(page).catch(() => {})
        return true
      }, { always: true })
    ]
    return () => { for (const stop of stops) stop() }
  }, [selection, session, view])
}
