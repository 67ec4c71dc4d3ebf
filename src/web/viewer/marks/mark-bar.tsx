// The mark of one entry, to be seen and changed: a pin, six colours, a note.
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Held } from '../../../exchange/held.js'
import { MARK_COLORS } from '../../../exchange/mark.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import { NOTE_ID } from './note-id.js'
import { useMarking } from './use-marking.js'
import './marks.css'

export function MarkBar ({ entry }: { entry: Held }) {
  const { words: { marks: words } } = usePage()
  const marking = useMarking()
  const { pinned = false, color } = entry.mark ?? {}
  return (
    <div class='mark-bar' role='group' aria-label={words.region}>
      <button type='button' class='button icon mark-pin' aria-pressed={pinned} aria-label={words.pin} title={words.pin} onClick={() => marking.pin([entry])}><Icon name='pin' /></button>
      <span class='mark-colours' role='group' aria-label={words.colours}>
        {MARK_COLORS.map((name, n) => (
          <button
            key={name} type='button' class={`mark-colour ${name}`} aria-pressed={name === color} aria-label={words.colour[name]} title={`${words.colour[name]} (${n + 1})`}
            onClick={() => marking.color([entry], name)}
          />
        ))}
      </span>
      <Note key={entry.id} entry={entry} />
    </div>
  )
}

function Note ({ entry }: { entry: Held }) {
  const { words: { marks: words } } = usePage()
  const marking = useMarking()
  const input = useRef<HTMLInputElement>(null)
  const note = entry.mark?.note ?? ''
  // Somebody else may write, too: what is being typed here stays.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = note
  }, [note])
  const save = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => marking.note(entry, currentTarget.value)
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return
    if (event.key === 'Escape') event.currentTarget.value = note
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    // It is saved as it is left.
    event.currentTarget.blur()
  }
  return <input ref={input} id={NOTE_ID} class='field mark-note' aria-label={words.note} placeholder={words.noteHint} maxLength={1000} defaultValue={note} onBlur={save} onKeyDown={press} />
}
