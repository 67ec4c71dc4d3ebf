// Shows and changes the mark of one entry: a pin, six colors, a note.
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import { MARK_COLORS } from '../../../exchange/mark.js'
import { usePage } from '../context.js'
import { listToFocus } from '../kit/focus-list.js'
import { LateIcon, LateIconButton } from '../kit/late-icons.js'
import { Safe } from '../kit/safe.js'
import { NOTE_ID } from './mark-signs.js'
import './marks.css'

export function MarkBar ({ entry }: { entry: ListedEntry }) {
  const { marking, words: { marks: words } } = usePage()
  const { pinned = false, color } = entry.mark ?? {}
  return (
    <div class='mark-bar' role='group' aria-label={words.region}>
      <LateIconButton icon='pin' name={words.pin} class='button icon mark-pin' aria-pressed={pinned} onClick={() => marking.pin([entry])} />
      <span class='mark-colors' role='group' aria-label={words.colors}>
        {MARK_COLORS.map((name, n) => (
          <button
            key={name} type='button' class={`mark-color ${name}`} aria-pressed={name === color}
            aria-label={words.color[name]} title={`${words.color[name]} (${n + 1})`}
            onClick={() => marking.color([entry], name)}
          />
        ))}
      </span>
      <Note key={entry.id} entry={entry} />
    </div>
  )
}

function Note ({ entry }: { entry: ListedEntry }) {
  const { marking, words: { marks: words } } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const from = useRef<EventTarget | null>(null)
  const note = entry.mark?.note ?? ''
  // Another viewer may change the note, too: the text that is being typed here stays.
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
    // Leaving the field saves the note.
    focusBack(event.currentTarget, from.current)
  }
  return (
    <input
      ref={input} id={NOTE_ID} class='field mark-note' aria-label={words.note} placeholder={words.noteHint} maxLength={1000}
      defaultValue={note} onFocus={({ relatedTarget }) => { from.current = relatedTarget }} onBlur={save} onKeyDown={press}
    />
  )
}

// To where the focus came from; to the list if that is gone, or if a press moved it.
function focusBack (field: HTMLElement, from: EventTarget | null): void {
  const target = from instanceof HTMLElement && from.isConnected ? from : listToFocus()
  target?.focus()
  if (document.activeElement === field) field.blur()
}

// The mark of one entry, read-only, for a saved page.
export function MarkShown ({ entry: { mark } }: { entry: ListedEntry }) {
  const { words: { marks: words } } = usePage()
  if (!mark) return null
  const { pinned, color, note } = mark
  return (
    <div class='mark-bar mark-shown' role='group' aria-label={words.region}>
      {pinned && <span class='mark-fact'><LateIcon name='pin' />{words.pinned}</span>}
      {color && <span class={`mark-fact ${color}`}><i class='mark-dot' />{words.color[color]}</span>}
      {note !== undefined && <span><Safe text={note} /></span>}
    </div>
  )
}
