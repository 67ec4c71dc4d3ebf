// Where the filter is typed: a combobox that tells what can be typed next. Nothing of it is ever an error.
import { useEffect, useRef } from 'preact/hooks'
import { keys } from '../kit/keys.js'
import { usePage } from '../context.js'
import { SavedFilters } from './saved-filters.js'
import { LIST_ID, Suggestions, itemId } from './suggestions.js'
import { useCompletions, type Suggesting } from './use-completions.js'
import './filter.css'

export function Filter () {
  const { view, words } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const suggesting = useCompletions(input)
  useFocusKeys(input)
  const { found, active } = suggesting
  const isOpen = found.value !== undefined
  return (
    <div class='filter' role='search'>
      {FUNNEL}
      <input
        ref={input} class='filter-input' type='text' role='combobox' aria-label={words.filter.name} placeholder={words.filter.placeholder} value={view.filter.value}
        spellcheck={false} autocomplete='off' autocapitalize='off' enterkeyhint='search' dir='auto'
        aria-autocomplete='list' aria-expanded={isOpen} aria-controls={isOpen ? LIST_ID : undefined} aria-activedescendant={active.value >= 0 ? itemId(active.value) : undefined}
        onInput={event => {
          view.filter.value = event.currentTarget.value
          suggesting.suggest()
        }}
        onKeyDown={event => steer(event, suggesting)}
        onBlur={() => suggesting.close()}
      />
      {view.filter.value !== '' && (
        <button
          type='button' class='filter-clear' aria-label={words.filter.clear} title={words.filter.clear}
          onClick={() => {
            view.filter.value = ''
            input.current?.focus()
          }}
        >{CROSS}
        </button>
      )}
      <SavedFilters />
      <Suggestions suggesting={suggesting} />
    </div>
  )
}

const FUNNEL = <svg class='filter-sign' viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.4' stroke-linejoin='round' d='M2.5 3.5h11L9.3 8.4v4.4l-2.6-1.3V8.4z' /></svg>
const CROSS = <svg viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.4' stroke-linecap='round' d='M4.5 4.5l7 7M11.5 4.5l-7 7' /></svg>

/** What they do depends on the suggestions. */
const STEERING = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']

function useFocusKeys (input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = () => {
      input.current?.focus()
      input.current?.select()
    }
    const stops = [keys.on('/', 'filter.focus', focus), keys.on('Ctrl+f', 'filter.focus', focus, { always: true })]
    return () => { for (const stop of stops) stop() }
  }, [input])
}

function steer (event: KeyboardEvent, suggesting: Suggesting): void {
  if (STEERING.includes(event.key)) suggesting.settle()
  const items = suggesting.found.peek()?.items
  const active = items?.[suggesting.active.peek()]
  switch (event.key) {
    case 'ArrowDown':
      if (items) suggesting.move(1)
      else suggesting.suggest(true)
      break
    case 'ArrowUp':
      if (!items) return
      suggesting.move(-1)
      break
    case 'Enter':
      if (active) suggesting.accept(active)
      else if (items) suggesting.close()
      else focusList()
      break
    case 'Tab':
      if (!active) return
      suggesting.accept(active)
      break
    case 'Escape':
      if (items) suggesting.close()
      else focusList()
      break
    default: return
  }
  event.preventDefault()
  event.stopPropagation()
}

function focusList (): void {
  document.querySelector<HTMLElement>('[role=grid]')?.focus()
}
