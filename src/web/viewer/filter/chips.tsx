// Chips for the kinds of requests, with a count each. They change the text of the filter, and reflect it.
import type { ComponentChildren } from 'preact'
import { print } from '../../../filter/print.js'
import type { Query } from '../../../filter/query.js'
import { usePage } from '../context.js'
import { KIND_CHIPS, STATE_CHIPS, pressed, pressedIn, unpressed, type Chip } from '../model/filter/chip-terms.js'
import { clock } from '../words/format.js'
import './chips.css'

/** `children`: shown after the count. */
export function Chips ({ children }: { children: ComponentChildren }) {
  const { filtering, survey, view, words } = usePage()
  const query = filtering.query.value
  const { chips } = pressedIn(query)
  const { counts } = survey.findings.value
  const filter = (query: Query) => { view.filter.value = print(query) }
  const choose = (chip: Chip) => (event: MouseEvent) => filter(pressed(query, chip, event.ctrlKey || event.metaKey || event.shiftKey))
  return (
    <section class='chips' aria-label={words.filter.kinds}>
      <div class='chips-row'>
        <ChipButton chip='all' isPressed={chips.size === 0} count={undefined} onClick={() => filter(unpressed(query))} />
        {KIND_CHIPS.map(
          chip => <ChipButton key={chip} chip={chip} isPressed={chips.has(chip)} count={counts[chip]} onClick={choose(chip)} />
        )}
        <span class='chips-line' />
        {STATE_CHIPS.map(
          chip => <ChipButton key={chip} chip={chip} isPressed={chips.has(chip)} count={counts[chip]} onClick={choose(chip)} />
        )}
      </div>
      <Count />
      {children}
    </section>
  )
}

interface ChipProps {
  chip: Chip | 'all'
  isPressed: boolean
  count: number | undefined
  onClick: (event: MouseEvent) => void
}

function ChipButton ({ chip, isPressed, count, onClick }: ChipProps) {
  const { words } = usePage()
  return (
    <button
      type='button'
      class={`chip chip-${chip}${count === 0 ? ' none' : ''}`}
      aria-pressed={isPressed}
      aria-label={words.filter.chips[chip]}
      data-count={count ? short(count) : undefined}
      onClick={onClick}
    >
      {words.filter.chips[chip]}
    </button>
  )
}

function short (count: number): string {
  return count > 9999 ? `${Math.floor(count / 1000)}k` : String(count)
}

// Shows the chosen time range with a button that clears it, even if the time strip is folded or does not exist.
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

// Shows how many requests there are and how many are listed, and why the filter cannot find more.
function Count () {
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
      {(regexes === 'too slow' || regexes === 'failed') && (
        <span class='count-problem' role='alert'>{regexes === 'failed' ? words.failed : words.tooSlow}</span>
      )}
      {(regexes === 'unread' || lookups === 'failed') && <span class='count-problem' role='alert'>{words.notLooked}</span>}
      {lookups === 'looking' && <span class='count-looking' role='status'>{words.looking}</span>}
      <RangeChip />
      {more > 0 && wider && (
        <button type='button' class='count-more' onClick={() => { view.filter.value = print(wider) }}>{words.inStorage(more)}</button>
      )}
      {selected > 1 && <span class='count-selected'>{words.selected(selected)}</span>}
      <span
        role='status' aria-label={words.count} class={filtering.isWhole.value ? '' : 'busy'}
      >
        {isAll ? words.requests(of) : words.some(shown, of)}
      </span>
    </div>
  )
}
