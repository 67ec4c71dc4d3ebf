// What one request says. Loaded when the first request is opened: the list does not wait for it.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../page/page.js'
import type { Pane as PaneComponent } from './pane.js'

type Pane = typeof PaneComponent

// Kept: the second request that is opened does not wait.
let loaded: Pane | undefined

export function Detail () {
  const { words: { detail: words } } = usePage()
  const [pane, setPane] = useState<{ Pane: Pane } | undefined>(loaded && { Pane: loaded })
  useEffect(() => {
    if (pane) return
    import('./pane.js').then(({ Pane }) => {
      loaded = Pane
      setPane({ Pane })
    }, () => {}) // its words stay; opening another request tries again
  }, [pane])
  return (
    <section class='detail' aria-label={words.region}>
      {pane ? <pane.Pane /> : <p role='status'>{words.loading}</p>}
    </section>
  )
}
