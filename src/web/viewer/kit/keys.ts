// Keyboard shortcuts: parts of the page register theirs here, and the map (`?`) lists them with their words. They are off while somebody
// types, and can be switched off altogether (WCAG 2.1.4).
import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Words } from '../words/words.js'

/** `<group>.<name>`, as in `list.down`: the words are `words[group].keys[name]`. */
export type Action = {
  [Group in keyof Words]: Words[Group] extends { keys: infer Names } ? `${Group}.${keyof Names & string}` : never
}[keyof Words]

export interface Shortcut {
  /** As written in the map: `j`, `ArrowDown`, `Ctrl+l`, `Shift+ArrowUp`, `?`. Ctrl stands for the Command key, too. */
  key: string
  action: Action
  /** Returns false where the key is not meant for this handler: the browser does what it always does. */
  run: (event: KeyboardEvent) => unknown
  /** Also while somebody types. */
  always: boolean
}

export interface Keys {
  readonly shortcuts: ReadonlySignal<readonly Shortcut[]>
  /** Returns what takes it away again. Of several for one key, the last one that was registered is asked first. */
  on (key: string, action: Action, run: Shortcut['run'], options?: { always?: boolean }): () => void
  readonly enabled: Signal<boolean>
}

// What a button that has the focus takes for itself.
const PRESSES = ['Space', 'Enter']

const list = signal<readonly Shortcut[]>([])

export const keys: Keys = {
  shortcuts: list,
  enabled: signal(true),
  on (key, action, run, { always = false } = {}) {
    const shortcut = { key, action, run, always }
    list.value = [...list.value, shortcut]
    return () => { list.value = list.value.filter(other => other !== shortcut) }
  }
}

/** For the page, once. */
export function listenForKeys (target: { addEventListener (type: 'keydown', listener: (event: KeyboardEvent) => void): void }): void {
  target.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing) return
    const name = nameOf(event)
    const elsewhere = isTyping(event.target) || isInDialog(event.target) || (PRESSES.includes(name) && isPressed(event.target))
    for (const shortcut of list.peek().toReversed()) {
      if (shortcut.key !== name || (!shortcut.always && (elsewhere || !keys.enabled.peek()))) continue
      if (shortcut.run(event) === false) continue
      event.preventDefault()
      return
    }
  })
}

/** Shift is told apart only where the key has no other form with it. */
export function nameOf ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const shift = shiftKey && (key.length > 1 || ctrlKey || metaKey)
  const letter = key.length === 1 && (ctrlKey || metaKey) ? key.toLowerCase() : key
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shift && 'Shift', letter === ' ' ? 'Space' : letter].filter(Boolean).join('+')
}

function isTyping (target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(checkbox|radio|button)$/.test(target.getAttribute('type') ?? '')))
}

function isPressed (target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role=button], [role=tab], [role=checkbox]') !== null
}

function isInDialog (target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role=menu]') !== null
}
