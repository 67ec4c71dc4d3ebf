// The content of an empty list or table: the reason, and a button that shows all entries if the filter or the time range hides them.
import { usePage } from '../context.js'

export function Empty () {
  const { session, view, words, filtering } = usePage()
  if (session.entries.value.length === 0) {
    // Before the list has arrived, it is unknown whether the session is empty.
    if (session.state.value.name !== 'live') return null
    return <div class='list-empty'><p>{words.list.waiting}</p><p class='dim'>{words.list.waitingWhy}</p></div>
  }
  if (!filtering.isWhole.value) return null
  const isRange = filtering.entries.value.length > 0
  const showAll = () => {
    view.filter.value = ''
    view.range.value = undefined
  }
  return (
    <div class='list-empty'>
      <p>{isRange ? words.list.emptyRange : words.list.empty}</p>
      <button type='button' class='button framed' onClick={showAll}>{words.list.clearFilter}</button>
    </div>
  )
}
