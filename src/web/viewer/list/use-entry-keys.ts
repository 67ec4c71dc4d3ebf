// Keyboard shortcuts for the selection: compare, mark, send again.
import { isAppError } from '../../../exchange/app-error.js'
import { useEffect } from 'preact/hooks'
import { MARK_COLORS } from '../../../exchange/mark.js'
import { usePage } from '../context.js'
import { keys, type Action } from '../kit/keys.js'
import { NOTE_ID } from '../marks/mark-signs.js'

/** Registers all of them. */
export function useEntryKeys (): void {
  useMarkKeys()
  useCompareKeys()
  useSendKey()
}

// d compares the selection; Shift+D picks an entry, so that others are compared with it. The code of both is loaded on use.
function useCompareKeys (): void {
  const page = usePage()
  const { selection } = page
  useEffect(() => {
    const act = (run: () => Promise<unknown>) => () => {
      if (selection.entries.peek().length === 0) return false
      run().catch(() => {})
      return true
    }
    const stops = [
      keys.on('d', 'compare.open', act(async () => (await import('../compare/actions.js')).openComparison(page))),
      keys.on('D', 'compare.pick', act(async () => (await import('../compare/actions.js')).pick(page)))
    ]
    return () => { for (const stop of stops) stop() }
  }, [selection])
}

// e opens the dialog to edit the active entry and send it again.
function useSendKey (): void {
  const { selection, session, view } = usePage()
  useEffect(() => {
    if (session.isSaved) return
    return keys.on('e', 'send.open', () => {
      const id = selection.active.peek()
      const entry = id === undefined ? undefined : session.entries.peek().find(entry => entry.id === id)
      if (!entry || isAppError(entry)) return false
      view.resending.value = entry
      return true
    })
  }, [selection, session, view])
}

// p pins the selection, 1 to 6 colour it, n focuses the note.
function useMarkKeys (): void {
  const { selection, marking, view, session } = usePage()
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

// The detail may have to be rendered or even loaded first.
function focusNote (triesLeft = 60): void {
  const note = document.getElementById(NOTE_ID)
  if (note) note.focus()
  else if (triesLeft > 0) requestAnimationFrame(() => focusNote(triesLeft - 1))
}
