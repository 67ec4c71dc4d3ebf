// Chips for the kinds of requests, with a count each: they change the text of the filter, and reflect it. Beside them are the messages of
// the filter (too slow, still searching).
import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { print } from '../../../filter/print.js'
import type { Query } from '../../../filter/query.js'
import { usePage } from '../context.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { KIND_CHIPS, STATE_CHIPS, pressed, pressedIn, unpressed, type Chip } from '../model/filter/chip-terms.js'
import { clock } from '../words/format.js'
import './chips.css'

/** The states come first, so that Errors is visible at every width. */
const CHIPS: readonly Chip[] = [...STATE_CHIPS, ...KIND_CHIPS]

/** `children`: shown at the end. */
export function Chips ({ children }: { children: ComponentChildren }) {
  const { filtering, survey, view, words } = usePage()
  const query = filtering.query.value
  const { chips } = pressedIn(query)
  const row = useRef<HTMLDivElement>(null)
  const fits = useFitting(row)
  const { counts } = survey.findings.value
  const filter = (query: Query) => { view.filter.value = print(query) }
  const choose = (chip: Chip) => (event: MouseEvent) => filter(pressed(query, chip, event.ctrlKey || event.metaKey || event.shiftKey))
  return (
    <section class='chips' aria-label={words.filter.kinds}>
      <div ref={row} class='chips-row'>
        <ChipButton chip='all' isPressed={chips.size === 0} count={undefined} onClick={() => filter(unpressed(query))} />
        {CHIPS.map((chip, n) => (
          <ChipButton key={chip} chip={chip} isPressed={chips.has(chip)} count={counts[chip]} isOut={n >= fits} onClick={choose(chip)} />
        ))}
      </div>
      {fits < CHIPS.length && (
        <Menu label={words.filter.moreChips(CHIPS.length - fits)} align='end' button={words.filter.moreChips(CHIPS.length - fits)}>
          {() => CHIPS.slice(fits).map(chip => (
            <MenuItem key={chip} hint={short(counts[chip])} onClick={() => filter(pressed(query, chip, false))}>
              {chips.has(chip) && '✓ '}{words.filter.chips[chip]}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Notes />
      {children}
    </section>
  )
}

// How many chips after the first fit into the row. Those that do not fit wrap, out of sight; they keep their room, so that they are found
// to fit again.
function useFitting (row: RefObject<HTMLElement | null>): number {
  const fits = useSignal(CHIPS.length)
  useLayoutEffect(() => {
    const chips = [...row.current?.children ?? []] as HTMLElement[]
    const measure = () => {
      const wrapped = chips.findIndex(chip => chip.offsetTop > (chips[0]?.offsetTop ?? 0))
      fits.value = wrapped < 0 ? CHIPS.length : wrapped - 1
    }
    const observer = new ResizeObserver(measure)
    for (const changing of [row.current, ...chips]) if (changing) observer.observe(changing)
    return () => observer.disconnect()
  }, [row, fits])
  return fits.value
}

interface ChipProps {
  chip: Chip | 'all'
  isPressed: boolean
  isOut?: boolean
  count: number | undefined
  onClick: (event: MouseEvent) => void
}

function ChipButton ({ chip, isPressed, count, isOut = false, onClick }: ChipProps) {
  const { words } = usePage()
  return (
    <button
      type='button'
      class={`chip chip-${chip}${count === 0 ? ' none' : ''}${isOut ? ' out' : ''}`}
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
function RangeChip () {
  const { view, words: { screenshots: words } } = usePage()
  const range = view.range.value
  if (!range) return null
  return (
    <button type='button' class='notes-range' title={words.reset} onClick={() => { view.range.value = undefined }}>
      {words.chosen(clock(range.fromMs), clock(range.toMs))}{' '}<span aria-hidden='true'>×</span>
    </button>
  )
}

// The chosen time range, why the filter cannot find more, and how it would.
function Notes () {
  const { filtering, inStorage, view, words: { filter: words } } = usePage()
  const regexes = filtering.regexState.value
  const lookups = filtering.lookupState.value
  const more = inStorage.value?.more.value ?? 0
  const wider = inStorage.value?.wider.value
  return (
    <div class='notes'>
      {(regexes === 'too slow' || regexes === 'failed') && (
        <span class='notes-problem' role='alert'>{regexes === 'failed' ? words.failed : words.tooSlow}</span>
      )}
      {(regexes === 'unread' || lookups === 'failed') && <span class='notes-problem' role='alert'>{words.notLooked}</span>}
      {lookups === 'looking' && <span role='status'>{words.looking}</span>}
      <RangeChip />
      {more > 0 && wider && (
        <button type='button' class='notes-more' onClick={() => { view.filter.value = print(wider) }}>{words.inStorage(more)}</button>
      )}
    </div>
  )
}

/** How many requests there are, and how many of them are listed. */
export function Count () {
  const { rows, filtering, session, view, words: { filter: words } } = usePage()
  const [shown, of] = [rows.all.value.length, session.entries.value.length]
  const isAll = view.filter.value.trim() === '' && view.range.value === undefined
  return (
    <span role='status' aria-label={words.count} class={filtering.isWhole.value ? 'count' : 'count busy'}>
      {isAll ? words.requests(of) : words.some(shown, of)}
    </span>
  )
}
