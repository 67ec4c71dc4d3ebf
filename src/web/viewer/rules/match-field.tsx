// Which requests a rule is for: a filter, restricted to what is known when a request starts, and how many recorded requests match it.
import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import type { Completion } from '../../../filter/completions.js'
import { keyOf } from '../../../filter/keys.js'
import { KNOWN_KEYS } from '../../../rules/match.js'
import { usePage } from '../context.js'
import { QueryBox } from '../filter/query-box.js'
import { Icon } from '../kit/icons.js'
import { Trials } from '../model/rules/trial.js'

export function MatchField ({ match, onChange }: { match: string, onChange: (match: string) => void }) {
  const { session, words: { rules: words } } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const text = useSignal(match)
  const id = useId()
  useEffect(() => text.subscribe(value => { if (value !== match) onChange(value) }), [match, onChange])
  useEffect(() => { text.value = match }, [match])
  const trials = useMemo(() => new Trials(text, session.entries), [session])
  useEffect(() => () => trials.close(), [trials])
  const { fault, matched, of, unknown } = trials.state.value
  return (
    <div class='rule-match'>
      <span class='rule-label' aria-hidden='true'>{words.match}</span>
      <div class='filter'>
        <Icon name='filter' />
        <QueryBox
          id='rule-match' input={input} text={text} allows={isAllowed} aria-label={words.match} placeholder={words.matchHint}
          aria-invalid={fault !== undefined} aria-describedby={id}
        />
      </div>
      <p id={id} role='status' class={fault === undefined ? 'dim' : 'failure'}>
        {fault === undefined ? `${words.would(matched, of)}${unknown > 0 ? ` · ${words.unknown(unknown)}` : ''}` : `${fault}.`}
      </p>
    </div>
  )
}

function isAllowed ({ text, count }: Completion): boolean {
  const key = count === undefined && text.endsWith(':') ? keyOf(text.slice(0, -1)) : undefined
  return key === undefined || KNOWN_KEYS[key.name] !== undefined
}
