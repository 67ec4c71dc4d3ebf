// The keyboard: d compares what is selected, Shift+D picks it, so that others are compared with it. What they do is loaded when it is wanted.
import { useEffect } from 'preact/hooks'
import { keys } from '../kit/keys.js'
import { usePage } from '../context.js'

export function useCompareKeys (): void {
  const page = usePage()
  const { selection } = page
  useEffect(() => {
    const act = (run: () => Promise<unknown>) => () => {
      if (selection.entries.peek().length === 0) return false
      run().catch(() => {})
      return true
    }
    const stops = [
      keys.on('d', 'compare.open', act(async () => (await import('../model/compare/choose.js')).openComparison(page))),
      keys.on('D', 'compare.pick', act(async () => (await import('./actions.js')).pick(page)))
    ]
    return () => { for (const stop of stops) stop() }
  }, [selection])
}
