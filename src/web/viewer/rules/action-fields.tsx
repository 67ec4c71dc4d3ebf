// The action of a rule: the choice of the action, its meaning and its limits, and its fields.
import { useId } from 'preact/hooks'
import { RULE_ACTIONS } from '../../../schema/rule-limits.js'
import { usePage } from '../context.js'
import { FAILURES } from '../model/rules/draft.js'
import { ChangeFields } from './change-fields.js'
import { Field, type FieldsProps } from './field.js'
import { RespondFields } from './respond-fields.js'

export function ActionFields ({ draft, change, faults }: FieldsProps) {
  const { words: { rules: words } } = usePage()
  const name = useId()
  const limits = words.limits[draft.type]
  return (
    <>
      <fieldset class='rule-choice'>
        <legend class='rule-label'>{words.action}</legend>
        {RULE_ACTIONS.map(type => (
          <label key={type} class={type === draft.type ? 'chosen' : ''}>
            <input type='radio' name={name} checked={type === draft.type} onChange={() => change({ type })} />
            {words.actions[type][0]}
          </label>
        ))}
      </fieldset>
      <div class='rule-meaning'>
        <p>{words.actions[draft.type][1]}</p>
        {limits.length > 0 && (
          <ul class='rule-limits' aria-label={words.limitsTitle}>{limits.map(limit => <li key={limit}>{limit}</li>)}</ul>
        )}
      </div>
      {draft.type === 'respond' && <RespondFields draft={draft} change={change} faults={faults} />}
      {draft.type === 'change' && <ChangeFields draft={draft} change={change} faults={faults} />}
      {draft.type === 'delay' && (
        <Field
          label={words.delay} at='delay' value={draft.delay} faults={faults} placeholder={words.waitHint} class='short' isFirst
          onInput={delay => change({ delay })}
        />
      )}
      {draft.type === 'fail' && <Failures draft={draft} change={change} faults={faults} />}
    </>
  )
}

function Failures ({ draft, change }: FieldsProps) {
  const { words: { rules: words } } = usePage()
  const name = useId()
  return (
    <fieldset class='rule-ways'>
      <legend class='unseen'>{words.how}</legend>
      {FAILURES.map(failure => (
        <label key={failure}>
          <input type='radio' name={name} checked={failure === draft.failure} onChange={() => change({ failure })} />
          <span><strong>{words.failures[failure][0]}</strong> <span class='dim'>{words.failures[failure][1]}</span></span>
        </label>
      ))}
    </fieldset>
  )
}
