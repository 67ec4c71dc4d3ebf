// What a browser will do otherwise than it is written, or refuse: said before anything is sent.
import { usePage } from '../context.js'
import type { DraftNotes } from './draft.js'

export function Notes ({ notes: { left, isMixed, lacksHost } }: { notes: DraftNotes }) {
  const { words: { send: words } } = usePage()
  return (
    <ul class='send-notes' aria-label={words.notes}>
      {lacksHost && <li class='warn'>{words.lacksHost}</li>}
      {isMixed && <li class='warn'>{words.mixed}</li>}
      {left.length > 0 && <li class='warn'>{words.left(left.join(', '))}</li>}
      <li>{words.cors}</li>
    </ul>
  )
}
