// Keyboard shortcuts for the requests that are shown: compare, mark, copy, send again. Loaded after the list.
import { isAppError } from '../../../exchange/app-error.js'
import { useEffect, useRef } from 'preact/hooks'
import { MARK_COLORS } from '../../../exchange/mark.js'
import { openComparison, pick } from '../compare/actions.js'
import { usePage } from '../context.js'
import { isFormId, type FormId } from '../copy/form-list.js'
import { useCopyAs } from '../copy/use-copy-as.js'
import { keys, type Action } from '../kit/keys.js'
import { NOTE_ID } from '../marks/mark-signs.js'
import { shownEntries, shownEntry } from '../model/list/shown-entries.js'

const LATE = { late: true }

/** Registers all of them. */
export function EntryKeys (): null {
  useMarkKeys()
  useCompareKeys()
  useCopyKey()
  useSendKey()
  return null
}

// d compares the selection; Shift+D picks an entry, so that others are compared with it.
function useCompareKeys (): void {
  const page = usePage()
  const { selection } = page
  useEffect(() => {
    const act = (run: () => void) => () => {
      if (shownEntries(page).length === 0) return false
      run()
      return true
    }
    const stops = [
      keys.on('d', 'compare.open', act(() => openComparison(page)), LATE),
      keys.on('D', 'compare.pick', act(() => pick(page)), LATE)
    ]
    return () => { for (const stop of stops) stop() }
  }, [selection])
}

// c copies the selection in the last used format, as the menu of a row says. If the details are open, their menu does it.
function useCopyKey (): void {
  const page = usePage()
  const { prefs, selection, view } = page
  const last = prefs.pref<FormId>('copy.form', 'curl-bash', isFormId)
  const copyAs = useCopyAs()
  const latest = useRef(copyAs)
  latest.current = copyAs
  useEffect(() => {
    // Loaded in advance: a browser allows a page to copy only for a moment after a key.
    import('../copy/copy-text.js').catch(() => {})
    return keys.on('c', 'copy.last', () => {
      const entries = shownEntries(page)
      if (view.selected.peek() !== undefined || entries.length === 0) return false
      latest.current(last.peek(), entries)
      return true
    }, LATE)
  }, [selection, view])
}

// e opens the dialog to edit the active entry and send it again.
function useSendKey (): void {
  const page = usePage()
  const { selection, session, view } = page
  useEffect(() => {
    if (session.isSaved) return
    return keys.on('e', 'send.open', () => {
      const entry = shownEntry(page)
      if (!entry || isAppError(entry)) return false
      view.resending.value = entry
      return true
    }, LATE)
  }, [selection, session, view])
}

// p pins the selection, 1 to 6 color it, n focuses the note.
function useMarkKeys (): void {
  const page = usePage()
  const { selection, marking, view, session } = page
  useEffect(() => {
    if (session.isSaved) return
    const marked = (act: () => void) => () => {
      if (shownEntries(page).length === 0) return false
      act()
      return true
    }
    const bound: [key: string, action: Action, run: () => unknown][] = [
      ['p', 'marks.pin', marked(() => marking.pin(shownEntries(page)))],
      ...MARK_COLORS.map((color, n): typeof bound[number] =>
        [String(n + 1), 'marks.color', marked(() => marking.color(shownEntries(page), color))]),
      ['n', 'marks.note', marked(() => {
        view.selected.value = shownEntry(page)?.id
        focusNote()
      })]
    ]
    const stops = bound.map(([key, action, run]) => keys.on(key, action, run, LATE))
    return () => { for (const stop of stops) stop() }
  }, [selection, view, session, marking])
}

// The detail may have to be rendered or even loaded first.
function focusNote (triesLeft = 60): void {
  const note = document.getElementById(NOTE_ID)
  if (note) note.focus()
  else if (triesLeft > 0) requestAnimationFrame(() => focusNote(triesLeft - 1))
}
