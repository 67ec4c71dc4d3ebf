// The context of all parts of the page: `usePage()`. A component that reads `words` is rendered again when the language changes.
import type { ReadonlySignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Marks } from './model/late-marking.js'
import type { Model } from './model/model.js'
import type { KnownSessions } from './model/session/known-sessions.js'
import type { Session } from './model/session/session.js'
import type { Prefs } from './model/prefs.js'
import { copyText } from './kit/clipboard.js'
import type { Toasts } from './kit/toasts.js'
import type { View } from './model/view.js'
import { words, type Words } from './words/words.js'

export interface PageContext extends Model {
  readonly marking: Marks
  readonly session: Session
  readonly view: View
  readonly prefs: Prefs
  readonly toasts: Toasts
  readonly known: KnownSessions
  readonly theme: {
    readonly shown: ReadonlySignal<'light' | 'dark'>
    toggle (): void
  }
}

export const Page = createContext<PageContext | undefined>(undefined)

export function usePage (): PageContext & { words: Words } {
  const page = useContext(Page)
  if (!page) throw new Error('usePage() was called outside of a page')
  return { ...page, words: words.value }
}

/** Copies a text and reports it in a toast. `onCopied`: called on success. */
export function useCopy (): (text: string, said?: string, onCopied?: () => void) => void {
  const { toasts } = usePage()
  return (text, said, onCopied) => { copyText(text, toasts, said, onCopied) }
}
