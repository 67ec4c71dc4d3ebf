// Stands in for the code that sets marks, which is loaded after the list. If a person sets a mark before this code is loaded, the mark
// waits for it.
import { effect } from '@preact/signals'
import type { Marking, MarkingOptions } from './marking.js'

export type Marks = Pick<Marking, 'pin' | 'color' | 'note'>

const RETRY_MS = 3000

export function lateMarking (options: MarkingOptions): Marks {
  const waiting: ((marking: Marking) => void)[] = []
  let marking: Marking | undefined
  const load = async () => {
    const { Marking } = await import('./marking.js')
    marking ??= new Marking(options)
    for (const mark of waiting.splice(0)) mark(marking)
  }
  const loadAgain = () => { load().catch(() => setTimeout(loadAgain, RETRY_MS)) }
  const later = (mark: (marking: Marking) => void) => {
    if (waiting.push(mark) === 1) {
      load().catch(() => {
        options.onAway()
        loadAgain()
      })
    }
  }
  effect(() => { if (options.isLive.value) load().catch(() => {}) })
  return {
    pin: entries => later(marking => marking.pin(entries)),
    color: (entries, color) => later(marking => marking.color(entries, color)),
    note: (entry, text) => later(marking => marking.note(entry, text))
  }
}
