// How many requests there are, and how many of them are shown.
import { usePage } from '../page/page.js'

export function Count () {
  const { session, rows, words } = usePage()
  const [shown, all] = [rows.all.value.length, session.entries.value.length]
  return (
    <div role='status' aria-label={words.session.countName} class='count'>
      {shown === all ? words.session.count(all) : words.session.countOf(shown, all)}
    </div>
  )
}
