// What one request says. (A stand-in.)
import { usePage } from '../page/page.js'

export function Detail () {
  const { session, view } = usePage()
  const entry = session.entries.value.find(({ id }) => id === view.selected.value)
  return <section aria-label='Request details'><pre>{JSON.stringify(entry, null, 2)}</pre></section>
}
