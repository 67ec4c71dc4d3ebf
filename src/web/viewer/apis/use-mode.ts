// What stands in the list's place, and how to change it. What somebody chose is remembered for a session that is opened next.
import { usePage } from '../context.js'
import { MODES, type Mode } from '../model/view.js'
import type { Prefs } from '../model/prefs.js'

export function useMode (): (mode: Mode) => void {
  const { view, prefs } = usePage()
  return mode => {
    view.mode.value = mode
    rememberedMode(prefs).value = mode
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=grid]')?.focus())
  }
}

export function rememberedMode (prefs: Prefs) {
  return prefs.pref<Mode>('mode', 'list', (value): value is Mode => MODES.some(mode => mode === value))
}
