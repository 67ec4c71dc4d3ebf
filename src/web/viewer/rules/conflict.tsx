// Shows what somebody else has changed in a rule while it was being edited here, and offers the choices that make sense: save this edit, or
// take the other version. The edit stays in the form.
import { useMemo } from 'preact/hooks'
import type { GivenRule, Rule } from '../../../schema/rule.js'
import { headOf } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { Safe } from '../kit/safe.js'
import { merged, type Theirs } from '../model/rules/merge.js'

interface ConflictProps {
  base: Rule
  /** The rule as it is stored now; undefined if it was deleted. */
  now: Rule | undefined
  mine: GivenRule
  onMine: () => void
  onTheirs: (rule: Rule) => void
}

export function Conflict ({ base, now, mine, onMine, onTheirs }: ConflictProps) {
  const { words: { rules: words } } = usePage()
  const { theirs } = useMemo(() => now ? merged(base, mine, now) : { theirs: [] }, [base, mine, now])
  const clashes = theirs.filter(({ isClash }) => isClash)
  const kept = theirs.filter(({ isClash, name }) => !isClash && name !== 'expires')
  if (now && kept.length + clashes.length === 0) return null
  return (
    <section class='notice warn rule-conflict' role='alert'>
      <p><strong>{now ? words.theirs : words.theirsDeleted}</strong></p>
      {kept.length > 0 && <><p>{words.theirsKept}</p><Changes changes={kept} /></>}
      {clashes.length > 0 && <><p>{words.theirsClash}</p><Changes changes={clashes} /></>}
      <p class='rule-check'>
        {(clashes.length > 0 || !now) && <button type='button' class='button framed' onClick={onMine}>{words.mine}</button>}
        {now && <button type='button' class='button framed' onClick={() => onTheirs(now)}>{words.takeTheirs}</button>}
      </p>
    </section>
  )
}

const MAX_LENGTH = 200

function Changes ({ changes }: { changes: readonly Theirs[] }) {
  const { words: { rules: words } } = usePage()
  return (
    <ul>
      {changes.map(({ name, now }) => (
        <li key={name}>
          <Safe text={words.theirsChange(words.members[name.replace('action.', '')] ?? name, textOf(now, words.nothing))} />
        </li>
      ))}
    </ul>
  )
}

function textOf (value: unknown, nothing: string): string {
  if (value === undefined) return nothing
  return headOf(typeof value === 'string' ? value : JSON.stringify(value), MAX_LENGTH)
}
