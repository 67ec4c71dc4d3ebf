// One rule in a form. If somebody else has changed the rule meanwhile, the form shows their changes.
import type { TargetedKeyboardEvent, TargetedSubmitEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { LateIcon } from '../kit/late-icons.js'
import type { RuleOpen } from '../model/rules/open.js'
import { doTheSame } from '../model/rules/rule-changes.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { ActionFields } from './action-fields.js'
import { Conflict } from './conflict.js'
import { MatchField } from './match-field.js'
import { TokenForm } from './token-form.js'
import { useEditing } from './use-editing.js'
import { WhenFields } from './when-fields.js'

export function Editor ({ open }: { open: RuleOpen }) {
  const { session, view, words: { rules: words } } = usePage()
  const { draft, change, base, faults, problem, isBusy, rule, save, take } = useEditing(open)
  const form = useRef<HTMLFormElement>(null)
  // The first field with a fault gets the focus; its description is the fault.
  useEffect(() => {
    if (faults.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-faulty=true]')?.focus()
  }, [faults])
  const list = rulesOf(session)
  const now = base && list.rule(base.id)
  const isOvertaken = base !== undefined && list.access.value.name === 'ready' && !(now && doTheSame(base, now))
  return (
    <>
      <TokenForm />
      <form
        ref={form} class='rule-form' noValidate
        onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          save(base)
        }}
        onKeyDown={(event: TargetedKeyboardEvent<HTMLFormElement>) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
      >
        {open.isWithin && (
          <button type='button' class='button rule-back' onClick={() => { view.rules.value = { at: 'list' } }}>
            <LateIcon name='back' />{words.back}
          </button>
        )}
        {open.obstacle && !open.base && <p class='notice' role='note'>{words.obstacles[open.obstacle]}</p>}
        {isOvertaken && <Conflict base={base} now={now} mine={rule} onMine={() => save(now)} onTheirs={take} />}
        <MatchField match={draft.match} onChange={match => change({ match })} />
        <ActionFields draft={draft} change={change} faults={faults} />
        <WhenFields draft={draft} change={change} faults={faults} />
        {problem !== undefined && <p class='failure' role='alert'><Icon name='error' /> {problem}</p>}
        <div class='rule-actions'>
          <button type='submit' class='button primary' disabled={isBusy} title='Ctrl+Enter'>{isBusy ? words.saving : words.save}</button>
        </div>
      </form>
    </>
  )
}
