// CodeMirror as a viewer of recorded text. It lives in a shadow root, where its styles are adopted style sheets: in the document they would
// be style elements, which the page's policy forbids. Copied text is the recorded text, without the breaks that are shown in long lines.
import { standardKeymap } from '@codemirror/commands'
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting, type LanguageSupport } from '@codemirror/language'
import { EditorState, StateEffect, StateField, Text, type Extension } from '@codemirror/state'
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers, type DecorationSet } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { UNSEEN_CHARACTER } from '../../../text/visible.js'
import type { BrokenLines } from '../model/bodies/broken-lines.js'
import type { Language } from '../model/bodies/views.js'

export interface Editor {
  /** Marks matches at these offsets of the recorded text, and scrolls to the one at `current`. */
  show (places: number[], length: number, current: number): void
  close (): void
}

/** Replaces the content of `host`. */
export function openEditor (host: HTMLElement, lines: BrokenLines, label: string, language: Language | undefined): Editor {
  const place = document.createElement('div')
  place.className = 'editor-place'
  host.replaceChildren(place)
  const root = place.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root, parent: root, state: EditorState.create({ doc: Text.of(lines.lines), extensions: extensionsOf(lines, label) })
  })
  let isOpen = true
  if (language) {
    languageSupport(language).then(support => {
      if (isOpen) view.dispatch({ effects: StateEffect.appendConfig.of(support) })
    }, () => {}) // without its language, the text is shown without colors
  }
  return {
    show: (places, length, current) => show(view, lines, places, length, current),
    close: () => {
      isOpen = false
      view.destroy()
    }
  }
}

function extensionsOf (lines: BrokenLines, label: string): Extension[] {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-readonly': 'true' }),
    lineNumbers({ formatNumber: line => String(lines.numberOf(line - 1) || '↪') }),
    codeFolding(),
    foldGutter(),
    keymap.of([...foldKeymap, ...standardKeymap]),
    highlightSpecialChars({ specialChars: UNSEEN, render: code => escapeElement(code) }),
    syntaxHighlighting(COLORS),
    matches,
    editorTheme,
    EditorView.domEventHandlers({ copy: (event, view) => copyRecorded(event, view, lines) })
  ]
}

// The editor itself handles tabs and line breaks.
const UNSEEN = new RegExp(`(?!\\t)${UNSEEN_CHARACTER}`, 'gu')

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.color, tags.unit], color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null, tags.keyword, tags.atom, tags.tagName, tags.modifier], color: 'var(--code-word)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction, tags.documentMeta], color: 'var(--code-comment)' }
])

function escapeElement (code: number): HTMLElement {
  const element = document.createElement('span')
  element.className = 'cm-escape'
  element.textContent = `\\u${code.toString(16).padStart(4, '0')}`
  return element
}

function copyRecorded (event: ClipboardEvent, view: EditorView, lines: BrokenLines): boolean {
  const { from, to } = view.state.selection.main
  if (from === to || !event.clipboardData) return false
  event.clipboardData.setData('text/plain', lines.slice(recorded(view, lines, from), recorded(view, lines, to)))
  event.preventDefault()
  return true
}

function recorded (view: EditorView, lines: BrokenLines, position: number): number {
  const line = view.state.doc.lineAt(position)
  return lines.offset(line.number - 1, position - line.from)
}

const setMatches = StateEffect.define<DecorationSet>()
const matches = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => transaction.effects.find(effect => effect.is(setMatches))?.value ?? shown,
  provide: field => EditorView.decorations.from(field)
})
const MATCH = Decoration.mark({ class: 'cm-found' })
const CURRENT = Decoration.mark({ class: 'cm-found cm-found-current' })

function show (view: EditorView, lines: BrokenLines, places: number[], length: number, current: number): void {
  const { doc } = view.state
  const position = (offset: number) => {
    const { line, column } = lines.place(offset)
    return doc.line(line + 1).from + column
  }
  const ranges = places.map(
    (at, n) => (n === current ? CURRENT : MATCH).range(position(at), Math.max(position(at) + 1, position(at + length)))
  )
  const effects: StateEffect<unknown>[] = [setMatches.of(Decoration.set(ranges.filter(({ to }) => to <= doc.length)))]
  const shown = ranges[current]
  if (shown) effects.push(EditorView.scrollIntoView(shown.from, { y: 'center' }))
  view.dispatch({ effects })
}

const LOADERS: Record<Language, () => Promise<LanguageSupport>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  css: async () => (await import('@codemirror/lang-css')).css()
}

// The languages of the editor. Each is loaded when a body needs it.
async function languageSupport (language: Language): Promise<LanguageSupport> {
  return await LOADERS[language]()
}

// The style of the editor. It uses the page's design tokens, which are inherited into its shadow root.
const editorTheme = EditorView.theme({
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
