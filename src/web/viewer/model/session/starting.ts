// Whether a session has not begun: nothing was ever in it, as far as this page has seen. What was there and is deleted was there.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Session } from './session.js'

/** `isNew`: this page has made it, so that nothing has to be waited for. */
export function startingOf (session: Pick<Session, 'entries' | 'state'>, isNew: boolean): ReadonlySignal<boolean> {
  const begun = signal(false)
  const listed = signal(isNew)
  effect(() => { if (session.entries.value.length > 0) begun.value = true })
  effect(() => { if (session.state.value.name === 'live') listed.value = true })
  return computed(() => listed.value && !begun.value)
}
