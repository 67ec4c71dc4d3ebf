// What keeps the filter from finding more, and how many are selected.
import { print } from '../../../filter/print.js'
import { usePage } from '../page/page.js'

export function Notes () {
  const { rows, view, words: { filter: words } } = usePage()
  const selected = rows.selection.entries.value.length
  const regexes = rows.filtering.regexes.state.value
  const more = rows.inStorage.more.value
  const wider = rows.inStorage.wider.value
  return (
    <div class='notes'>
      {(regexes === 'too slow' || regexes === 'failed') && <span class='notes-problem' role='alert'>{regexes === 'failed' ? words.failed : words.tooSlow}</span>}
      {more > 0 && wider && <button type='button' class='notes-more' onClick={() => { view.filter.value = print(wider) }}>{words.inStorage(more)}</button>}
      {selected > 1 && <span class='notes-selected'>{words.selected(selected)}</span>}
    </div>
  )
}
