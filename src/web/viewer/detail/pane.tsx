// The request that is selected, as it is at the moment: it may be pending and become complete, or be deleted, while somebody looks at it.
import { useComputed } from '@preact/signals'
import { usePage } from '../page/page.js'
import { Head } from './head.js'
import { Tabs } from './tabs.js'
import './pane.css'

export function Pane () {
  const { session, view, words: { detail: words } } = usePage()
  // Drawn anew when this entry is another one, and not whenever any other arrives.
  const found = useComputed(() => session.entries.value.find(({ id }) => id === view.selected.value))
  const isWaiting = useComputed(() => session.state.value.name !== 'live')
  const entry = found.value
  if (!entry) {
    return (
      <>
        <Head entry={undefined} />
        <p class='detail-empty' role='status'>{isWaiting.value ? words.notYet : words.gone}</p>
      </>
    )
  }
  return (
    <>
      <Head entry={entry} />
      <Tabs entry={entry} />
    </>
  )
}
