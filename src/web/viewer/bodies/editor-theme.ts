// How the editor looks: by the tokens of the page, which reach into its shadow root.
import { EditorView } from '@codemirror/view'

export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overscrollBehavior: 'contain' },
  '.cm-content': { padding: '4px 0' },
  '.cm-line': { unicodeBidi: 'plaintext', overflowWrap: 'anywhere' },
  '.cm-gutters': { backgroundColor: 'var(--surface-dim)', color: 'var(--ink-faint)', borderRight: '1px solid var(--line)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--surface-strong)', color: 'var(--ink-dim)', border: 'none' },
  '.cm-escape': { padding: '0 2px', borderRadius: '2px', backgroundColor: 'var(--warn-dim)', color: 'var(--warn)' },
  '.cm-found': { backgroundColor: 'var(--mark)', color: 'var(--ink)' },
  '.cm-found *': { color: 'var(--ink)' },
  '.cm-found-current': { outline: '2px solid var(--warn)' },
  '.cm-content ::selection, .cm-content::selection': { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)' }
})
