// Keyboard shortcuts: parts of the page register theirs here, and the shortcut map (`?`) lists them with their descriptions. Shortcuts are
// off while the person types, and one switch turns all of them off (WCAG 2.1.4), except for those that are registered with `always`.
import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Words } from '../words/words.js'

/** `<group>.<name>`, such as `list.down`: the words are `words.shortcuts.actions[group][name]`, or `words[group].keys[name]`. */
export type Action = {
  [Group in keyof Words]: Words[Group] extends { keys: infer Names } ? `${Group}.${keyof Names & string}` : never
}[keyof Words] | { [Group in keyof Early]: `${Group}.${keyof Early[Group] & string}` }[keyof Early]
type Early = Words['shortcuts']['actions']

export interface Shortcut {
  /** As the map shows it: `j`, `ArrowDown`, `Ctrl+l`, `Shift+ArrowUp`, `?`. Ctrl also stands for the Command key. */
  key: string
  action: Action
  /** Returns false if the key is not for this handler: the browser then handles it as usual. */
  run: (event: KeyboardEvent) => unknown
  /** Works also while the person types. */
  always: boolean
}

interface Options {
  always?: boolean
  /** The part that registers it is loaded late: if the person has just pressed the key, in vain, it runs now. */
  late?: boolean
}

export interface Keys {
  readonly shortcuts: ReadonlySignal<readonly Shortcut[]>
  /** Registers a shortcut and returns a function that removes it. If several handlers have the same key, the last registered one is
   * called first. */
  on (key: string, action: Action, run: Shortcut['run'], options?: Options): () => void
  readonly enabled: Signal<boolean>
}

// The keys that a focused button handles itself.
const PRESSES = ['Space', 'Enter']

/** How long a key waits for a part that is loaded late. */
const PATIENCE_MS = 5000

const list = signal<readonly Shortcut[]>([])
/** The last key that no shortcut has used. */
let unused: KeyboardEvent | undefined

export const keys: Keys = {
  shortcuts: list,
  enabled: signal(true),
  on (key, action, run, { always = false, late } = {}) {
    const shortcut = { key, action, run, always }
    list.value = [...list.value, shortcut]
    if (late && unused && nameOf(unused) === key && performance.now() - unused.timeStamp < PATIENCE_MS && run(unused) !== false) {
      unused = undefined
    }
    return () => { list.value = list.value.filter(other => other !== shortcut) }
  }
}

/** Called once by the page. */
export function listenForKeys (target: { addEventListener (type: 'keydown', listener: (event: KeyboardEvent) => void): void }): void {
  target.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing) return
    unused = undefined
    const name = nameOf(event)
    const elsewhere = isTyping(event.target) || isInDialog(event.target) || (PRESSES.includes(name) && handlesPresses(event.target))
    for (const shortcut of list.peek().toReversed()) {
      if (shortcut.key !== name || (!shortcut.always && (elsewhere || !keys.enabled.peek()))) continue
      if (shortcut.run(event) === false) continue
      event.preventDefault()
      return
    }
    if (!elsewhere && keys.enabled.peek()) unused = event
  })
}

/** Shift is named only if the character does not show it already: `?` and not `Shift+?`, but `Shift+ArrowUp`. */
export function nameOf ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const shift = shiftKey && (key.length > 1 || ctrlKey || metaKey)
  const letter = key.length === 1 && (ctrlKey || metaKey) ? key.toLowerCase() : key
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shift && 'Shift', letter === ' ' ? 'Space' : letter].filter(Boolean).join('+')
}

function isTyping (target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(checkbox|radio|button)$/.test(target.getAttribute('type') ?? '')))
}

function handlesPresses (target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role=button], [role=tab], [role=checkbox]') !== null
}

function isInDialog (target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role=menu]') !== null
}
