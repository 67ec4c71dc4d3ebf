// Which requests a rule is for: a filter, restricted to what is known when a request starts, and how many recorded requests match it.
import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import type { Completion } from '../../../filter/completions.js'
import { keyOf } from '../../../filter/keys.js'
import type { FilterFault } from '../../../filter/faults.js'
import { KNOWN_KEYS, MAX_VALUES } from '../../../rules/match.js'
import { ALLOWED_KEYS, type MatchFault } from '../../../rules/match-fault.js'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { QueryBox } from '../filter/query-box.js'
import { Icon } from '../kit/icons.js'
import { Trials } from '../model/rules/trial.js'

export function MatchField ({ match, onChange }: { match: string, onChange: (match: string) => void }) {
  const { session, words: { rules: words, matchFaults } } = usePage()
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
        {fault === undefined
          ? `${words.would(matched, of)}${unknown > 0 ? ` · ${words.unknown(unknown)}` : ''}`
          : sentenceOf(fault, matchFaults)}
      </p>
    </div>
  )
}

function sentenceOf (found: MatchFault, words: ReturnType<typeof usePage>['words']['matchFaults']): string {
  switch (found.kind) {
    case 'key': return words.unknown(found.key, ALLOWED_KEYS.join(', '))
    case 'expression': return words.expression
    case 'values': return words.values(found.count, MAX_VALUES)
    case 'filter': return filterSentence(found.fault, words)
  }
}

function filterSentence ({ kind, part: whole, key = '', meant }: FilterFault, words: Parameters<typeof sentenceOf>[1]): string {
  const part = visibleHead(whole)
  switch (kind) {
    case 'key': return words.key(part.slice(0, part.indexOf(':')), meant)
    case 'value': return words.value(key, part.slice(part.indexOf(':') + 1), meant)
    case 'empty': return part === 'OR' ? words.or : part.endsWith(')') ? words.term(part) : words.empty(part)
    case 'bracket': return words.bracket(part)
    case 'quote': return words.quote(part)
    case 'foreign': return words.foreign(part, meant)
    case 'expression': return words.notExpression(part)
  }
}

function isAllowed ({ text, count }: Completion): boolean {
  const key = count === undefined && text.endsWith(':') ? keyOf(text.slice(0, -1)) : undefined
  return key === undefined || KNOWN_KEYS[key.name] !== undefined
}
