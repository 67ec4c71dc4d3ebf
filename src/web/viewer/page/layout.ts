// How much room there is: list and detail side by side from 1100 px, one above the other from 700, else one at a time.
import { signal, type ReadonlySignal } from '@preact/signals'

export type Layout = 'split' | 'stacked' | 'full'

const SPLIT = '(min-width: 1100px)'
const STACKED = '(min-width: 700px)'

export function followLayout (): ReadonlySignal<Layout> {
  const queries = [matchMedia(SPLIT), matchMedia(STACKED)] as const
  const current = () => queries[0].matches ? 'split' : queries[1].matches ? 'stacked' : 'full'
  const layout = signal<Layout>(current())
  for (const query of queries) query.addEventListener('change', () => { layout.value = current() })
  return layout
}
