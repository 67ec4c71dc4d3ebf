// What one request says, as it is at the moment: it may be pending and become complete, or be deleted, while somebody looks at it.
import { useComputed } from '@preact/signals'
import { MarkBar } from '../marks/mark-bar.js'
import { MarkShown } from '../marks/mark-shown.js'
import { usePage } from '../context.js'
import { Head } from './head.js'
import { Tabs } from './tabs.js'
import './detail.css'

export function Detail () {
  const { session, view, words: { detail: words } } = usePage()
  // Drawn anew when this entry is another one, and not whenever any other arrives.
  const entry = useComputed(() => session.entries.value.find(({ id }) => id === view.selected.value)).value
  const isWaiting = useComputed(() => session.state.value.name !== 'live').value
  return (
    <section class='detail' aria-label={words.region}>
      <Head entry={entry} />
      {entry && (session.isSaved ? <MarkShown entry={entry} /> : <MarkBar entry={entry} />)}
      {entry ? <Tabs entry={entry} /> : <p class='detail-empty' role='status'>{isWaiting ? words.notYet : words.gone}</p>}
    </section>
  )
}
