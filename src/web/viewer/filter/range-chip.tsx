// The time that was chosen, and the way back to all of it: also where the strip is folded, or there is none.
import { clock } from '../words/format.js'
import { usePage } from '../context.js'

export function RangeChip () {
  const { view, words: { screenshots: words } } = usePage()
  const range = view.range.value
  if (!range) return null
  return (
    <button type='button' class='count-range' title={words.reset} onClick={() => { view.range.value = undefined }}>
      {words.chosen(clock(range.fromMs), clock(range.toMs))}{' '}<span aria-hidden='true'>×</span>
    </button>
  )
}
