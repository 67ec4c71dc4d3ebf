// The keyboard: p pins what is selected, 1 to 6 colour it, n goes to its note.
import { useEffect } from 'preact/hooks'
import { MARK_COLORS } from '../../../exchange/mark.js'
import { keys, type Action } from '../kit/keys.js'
import { usePage } from '../context.js'
import { NOTE_ID } from './note-id.js'
import { useMarking } from './use-marking.js'

export function useMarkKeys (): void {
  const { selection, view, session } = usePage()
  const marking = useMarking()
  useEffect(() => {
    if (session.isSaved) return
    const marked = (act: () => void) => () => {
      if (selection.entries.peek().length === 0) return false
      act()
      return true
    }
    const bound: [key: string, action: Action, run: () => unknown][] = [
      ['p', 'marks.pin', marked(() => marking.pin(selection.entries.peek()))],
      ...MARK_COLORS.map((color, n): typeof bound[number] =>
        [String(n + 1), 'marks.color', marked(() => marking.color(selection.entries.peek(), color))]),
      ['n', 'marks.note', marked(() => {
        view.selected.value = selection.active.peek()
        focusNote()
      })]
    ]
    const stops = bound.map(([key, action, run]) => keys.on(key, action, run))
    return () => { for (const stop of stops) stop() }
  }, [selection, view, session, marking])
}

// The detail may have to be drawn first, or even loaded.
function focusNote (triesLeft = 60): void {
  const note = document.getElementById(NOTE_ID)
  if (note) note.focus()
  else if (triesLeft > 0) requestAnimationFrame(() => focusNote(triesLeft - 1))
}
