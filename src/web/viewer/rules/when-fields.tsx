// The fields for how often a rule applies, when it ends, and its name.
import { DEFAULT_LIFETIME_MS } from '../../../schema/rule-limits.js'
import { usePage } from '../context.js'
import { LIFETIMES_MS } from '../model/rules/draft.js'
import { actionOf, faultsIn } from '../model/rules/read-draft.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { namedAfter } from './actions.js'
import { Field, type FieldsProps } from './field.js'
import { leftText } from './rule-row.js'

export function WhenFields ({ draft, change, faults }: FieldsProps) {
  const { session, words: { rules: words } } = usePage()
  const { name, times, chance, lifetimeMs, expires } = draft
  const leftMs = expires === undefined ? 0 : expires - rulesOf(session).nowMs()
  const isReadable = faultsIn(draft).every(({ what }) => what === 'nothing')
  const own = isReadable ? namedAfter({ match: draft.match, action: actionOf(draft) }, words) : ''
  return (
    <fieldset class='rule-when'>
      <legend class='unseen'>{words.when}</legend>
      <div class='rule-line'>
        <Field
          label={words.times} at='times' value={times} faults={faults} isNumber class='short' placeholder={words.timesHint}
          onInput={times => change({ times })}
        />
        <Field
          label={words.chance} at='chance' value={chance} faults={faults} isNumber class='short' placeholder={words.chanceHint}
          onInput={chance => change({ chance })}
        />
        <label class='rule-field short'>
          <span class='rule-label'>{words.lifetime}</span>
          <select
            class='field' aria-label={words.lifetime} value={lifetimeMs ?? (leftMs > 0 ? '' : DEFAULT_LIFETIME_MS)}
            onChange={({ currentTarget: { value } }) => change({ lifetimeMs: value === '' ? undefined : Number(value) })}
          >
            {leftMs > 0 && <option value=''>{words.keepsEnd(leftText(leftMs))}</option>}
            {LIFETIMES_MS.map((ms, n) => <option key={ms} value={ms}>{words.lifetimes[n]}</option>)}
          </select>
        </label>
        <Field
          label={words.name} at='nothing' value={name} faults={[]} isWords placeholder={own}
          onInput={name => change({ name: name.slice(0, 100) })}
        />
      </div>
    </fieldset>
  )
}
