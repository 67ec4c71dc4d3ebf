// The frame that live and saved sessions share: the shell, whose layout depends on the width of the window, and the bar above everything.
import { signal, type ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { usePage } from '../context.js'
import { MenuItem } from '../kit/menu.js'
import { LANGUAGES, language, speak, type Language } from '../words/words.js'
import icon from './icon.svg'
import './frame.css'

export function Frame ({ layout, children }: { layout: Layout, children: ComponentChildren }) {
  return <div class={`shell ${layout}`}>{children}</div>
}

export function Bar ({ class: name = '', children }: { class?: string, children: ComponentChildren }) {
  return (
    <header class={`top-bar ${name}`}>
      <h1 class='logo'><img src={icon} alt='Earshot' /></h1>
      {children}
    </header>
  )
}

// Menu items for the other languages, each named in its own language.
export function LanguageItems () {
  const { prefs, toasts, words } = usePage()
  const choose = (wanted: Language) => {
    prefs.pref<Language>('language', wanted).value = wanted
    speak(wanted).catch(() => { toasts.show(words.page.notLoaded, 'problem') })
  }
  return (
    <>{Object.entries(LANGUAGES).map(([tag, name]) => tag !== language.value &&
      <MenuItem key={tag} onClick={() => { choose(tag as Language) }}>{name}</MenuItem>)}
    </>
  )
}

export type Layout = 'split' | 'stacked' | 'full'

const SPLIT = '(min-width: 1100px)'
const STACKED = '(min-width: 700px)'

// The layout by the width of the window: list and detail side by side from 1100 px, one above the other from 700 px, otherwise one at a
// time.
export function followLayout (): ReadonlySignal<Layout> {
  const queries = [matchMedia(SPLIT), matchMedia(STACKED)] as const
  const current = () => queries[0].matches ? 'split' : queries[1].matches ? 'stacked' : 'full'
  const layout = signal<Layout>(current())
  for (const query of queries) query.addEventListener('change', () => { layout.value = current() })
  return layout
}
