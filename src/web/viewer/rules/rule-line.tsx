// The line in the detail of a request that names the rule that applied to it.
import type { ListedEntry } from '../../../exchange/held.js'
import type { AppliedRule } from '../../../schema/rule.js'
import { usePage } from '../context.js'
import { LateIcon } from '../kit/late-icons.js'
import { Safe } from '../kit/safe.js'
import { compareWithOriginal } from '../model/compare/choose.js'
import { rulesOf } from '../model/rules/rules-of.js'
import './rule-line.css'

export function RuleLine ({ entry }: { entry: ListedEntry }) {
  const page = usePage()
  const { words: { rules: words } } = page
  const { rule } = entry
  if (!rule) return null
  return (
    <p class='rule-applied'>
      <LateIcon name='rules' />
      <span>{words.applied[rule.action]} <Named applied={rule} /></span>
      {rule.also && rule.also.length > 0 && (
        <span class='dim'>
          {words.also}: {rule.also.map(other => <Named key={other.id} applied={other} />)}
        </span>
      )}
      {(entry.originalResponse !== undefined || entry.originalResponseHeader !== undefined) && (
        <button type='button' class='rule-link' onClick={() => compareWithOriginal(page, entry.id)}>{words.compareWithOriginal}</button>
      )}
    </p>
  )
}

// Opens the rule, if it still exists. A saved page only names it.
function Named ({ applied: { id, name } }: { applied: Pick<AppliedRule, 'id' | 'name'> }) {
  const { session, view, words: { rules: words } } = usePage()
  const rule = session.isSaved ? undefined : rulesOf(session).rule(id)
  if (!rule) return <strong title={session.isSaved ? undefined : words.gone}><Safe text={name} most={100} /></strong>
  return (
    <button
      type='button' class='rule-link' title={words.openRule(name)}
      onClick={() => { view.rules.value = { at: 'editor', rule, base: rule } }}
    >
      <Safe text={name} most={100} />
    </button>
  )
}
