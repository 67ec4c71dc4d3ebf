// With what to compare an entry: what fits best first, then its like, then what is elsewhere.
import type { TargetedSubmitEvent } from 'preact'
import { useComputed } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { compareWith } from '../model/compare/choose.js'
import { EntryButton } from './entry-button.js'
import { FileChoice } from './file-choice.js'
import { alikeOf } from '../model/compare/last-good.js'
import { picked } from '../model/compare/picked.js'
import { readReference, type ReferenceFault } from '../model/compare/reference.js'
import { useLastGood } from './use-last-good.js'

const MOST_ALIKE = 30

/** `problem`: why what was chosen cannot be shown. */
export function Chooser ({ entry, problem }: { entry: Entry, problem?: string }) {
  const page = usePage()
  const { session, words: { compare: words } } = page
  const good = useLastGood(entry)
  const alike = useComputed(() => alikeOf(session.entries.value, entry, MOST_ALIKE)).value
  return (
    <section class='overview chooser' aria-label={words.choose}>
      {problem !== undefined && <p class='notice warn' role='alert'>{problem}</p>}
      {good && (
        <div class='chooser-best'>
          <button type='button' class='button primary' onClick={() => compareWith(page, entry.id, good.id)}>{words.lastGood}</button>
          <EntryButton entry={good} onClick={() => compareWith(page, entry.id, good.id)} />
        </div>
      )}
      <Picking entry={entry} />
      {alike.length > 0 && (
        <>
          <h3 id='chooser-alike'>{words.alike}</h3>
          <ul class='chooser-list' aria-labelledby='chooser-alike'>
            {alike.map(other => <li key={other.id}><EntryButton entry={other} onClick={() => compareWith(page, entry.id, other.id)} /></li>)}
          </ul>
        </>
      )}
      <h3>{words.elsewhere}</h3>
      {!session.isSaved && <ReferenceForm entry={entry} />}
      <FileChoice entry={entry} />
    </section>
  )
}

function Picking ({ entry }: { entry: Entry }) {
  const { words: { compare: words } } = usePage()
  const isPicked = picked.value === entry.id
  return (
    <p class='chooser-pick'>
      <button type='button' class='button framed' aria-pressed={isPicked} onClick={() => { picked.value = isPicked ? undefined : entry.id }}>{words.pick}</button>
      <span class='dim'>{isPicked ? words.pickedHint : words.pickHint}</span>
    </p>
  )
}

function ReferenceForm ({ entry }: { entry: Entry }) {
  const page = usePage()
  const { session, words: { compare: words } } = page
  const [fault, setFault] = useState<ReferenceFault | undefined>(undefined)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('reference')
    const reference = readReference(typeof given === 'string' ? given : '', session.url)
    if (typeof reference === 'string') setFault(reference)
    else compareWith(page, entry.id, reference.id, reference.session)
  }
  return (
    <form class='chooser-form' onSubmit={submit}>
      <label for='chooser-reference'>{words.reference}</label>
      <span class='chooser-fields'>
        <input id='chooser-reference' name='reference' class='field' autocomplete='off' spellcheck={false} placeholder={words.referenceHint} aria-invalid={fault !== undefined} aria-describedby={fault && 'chooser-fault'} required />
        <button type='submit' class='button framed'>{words.open}</button>
      </span>
      {fault !== undefined && <p id='chooser-fault' class='failure' role='alert'>{words.faults[fault]}</p>}
    </form>
  )
}
