// How many requests there are, and how many of them are shown; and what keeps the filter from finding more.
import { print } from '../../../filter/print.js'
import { usePage } from '../context.js'
import { RangeChip } from './range-chip.js'

export function Count () {
  const { rows, selection, filtering, inStorage, session, view, words: { filter: words } } = usePage()
  const [shown, of] = [rows.all.value.length, session.entries.value.length]
  const isAll = view.filter.value.trim() === '' && view.range.value === undefined
  const selected = selection.entries.value.length
  const regexes = filtering.regexState.value
  const lookups = filtering.lookups.state.value
  const more = inStorage.more.value
  const wider = inStorage.wider.value
  return (
    <div class='count'>
      {(regexes === 'too slow' || regexes === 'failed') && <span class='count-problem' role='alert'>{regexes === 'failed' ? words.failed : words.tooSlow}</span>}
      {(regexes === 'unread' || lookups === 'failed') && <span class='count-problem' role='alert'>{words.notLooked}</span>}
      {lookups === 'looking' && <span class='count-looking' role='status'>{words.looking}</span>}
      <RangeChip />
      {more > 0 && wider && <button type='button' class='count-more' onClick={() => { view.filter.value = print(wider) }}>{words.inStorage(more)}</button>}
      {selected > 1 && <span class='count-selected'>{words.selected(selected)}</span>}
      <span role='status' aria-label={words.count} class={filtering.isWhole.value ? '' : 'busy'}>{isAll ? words.requests(of) : words.some(shown, of)}</span>
    </div>
  )
}
