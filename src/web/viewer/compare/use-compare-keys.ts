// The keyboard: d compares what is selected, Shift+D picks it, so that others are compared with it. What they do is loaded when it is wanted.
import { useEffect } from 'preact/hooks'
import { keys } from '../page/keys.js'
import { usePage, type PageContext } from '../page/page.js'
import type * as Actions from './actions.js'

export function useCompareKeys (): void {
  const page = usePage()
  const { rows: { selection } } = page
  useEffect(() => {
    const act = (run: (page: PageContext, actions: typeof Actions) => void) => () => {
      if (selection.entries.peek().length === 0) return false
      import('./actions.js').then(actions => run(page, actions), () => {})
      return true
    }
    const stops = [
      keys.on('d', 'compare.open', act((page, { openComparison }) => openComparison(page))),
      keys.on('D', 'compare.pick', act((page, { pick }) => pick(page)))
    ]
    return () => { for (const stop of stops) stop() }
  }, [selection])
}
