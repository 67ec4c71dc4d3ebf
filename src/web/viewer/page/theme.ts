// Light or dark theme: it follows the system until the person switches. The document's `data-theme` selects the values of the design
// tokens.
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Prefs } from '../model/prefs.js'

export type Theme = 'system' | 'light' | 'dark'

export interface Themes {
  readonly chosen: Signal<Theme>
  readonly shown: ReadonlySignal<'light' | 'dark'>
  /** Switches to the other theme. If that is the system's theme, it follows the system again. */
  toggle (): void
}

export function followTheme (prefs: Prefs): Themes {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const system = signal<'light' | 'dark'>(query.matches ? 'dark' : 'light')
  query.addEventListener('change', () => { system.value = query.matches ? 'dark' : 'light' })
  const chosen = prefs.pref<Theme>('theme', 'system', isTheme)
  const shown = computed(() => chosen.value === 'system' ? system.value : chosen.value)
  effect(() => { document.documentElement.dataset.theme = shown.value })
  return {
    chosen,
    shown,
    toggle () {
      const other = shown.peek() === 'dark' ? 'light' : 'dark'
      chosen.value = other === system.peek() ? 'system' : other
    }
  }
}

function isTheme (value: unknown): value is Theme {
  return value === 'system' || value === 'light' || value === 'dark'
}
