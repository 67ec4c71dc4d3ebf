// The requests around a screenshot, in the list: whatever stands in its place, or over it, makes room.
import { batch } from '@preact/signals'
import { NEARBY_MS } from '../../../exchange/time-span.js'
import type { View } from '../model/view.js'

/** Below it, list and detail are not seen together (page/layout.ts). */
const TOGETHER = '(min-width: 700px)'

export function showAround (view: View, ms: number): void {
  batch(() => {
    view.range.value = { fromMs: ms - NEARBY_MS, toMs: ms + NEARBY_MS }
    view.mode.value = 'list'
    if (!matchMedia(TOGETHER).matches) view.selected.value = undefined
  })
}
