// The input of the filter: a combobox that suggests what can be typed next. It never shows an error.
import { batch } from '@preact/signals'
import { useEffect, useRef, useLayoutEffect } from 'preact/hooks'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import { lazy } from '../kit/lazy.js'
import { Opener } from '../kit/popover.js'
import type { View } from '../model/view.js'
import { useCompletions, type Suggesting } from './use-completions.js'
import './filter.css'

export function Filter () {
  const { view, words } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const suggesting = useCompletions(input)
  useFocusKeys(input)
  useCalm(view)
  const { found, active } = suggesting
  const isOpen = found.value !== undefined
  return (
    <div class='filter' role='search'>
      <Icon name='filter' />
      <input
        ref={input} class='filter-input' type='text' role='combobox'
        aria-label={words.filter.name} placeholder={words.filter.placeholder} value={view.filter.value}
        spellcheck={false} autocomplete='off' autocapitalize='off' enterkeyhint='search' dir='auto'
        aria-autocomplete='list' aria-expanded={isOpen} aria-controls={isOpen ? LIST_ID : undefined}
        aria-activedescendant={active.value >= 0 ? itemId(active.value) : undefined}
        onInput={event => {
          batch(() => {
            view.isTyping.value = true
            view.filter.value = event.currentTarget.value
          })
          suggesting.suggest()
        }}
        onKeyDown={event => steer(event, suggesting)}
        onFocus={() => suggesting.prepare()}
        onBlur={() => {
          view.isTyping.value = false
          suggesting.close()
        }}
      />
      {view.filter.value !== '' && (
        <button
          type='button' class='filter-clear' aria-label={words.filter.clear} title={words.filter.clear}
          onClick={() => {
            view.filter.value = ''
            input.current?.focus()
          }}
        >
          <Icon name='close' />
        </button>
      )}
      <SavedFilters />
      <Suggestions suggesting={suggesting} />
    </div>
  )
}

/** Keys whose effect depends on the suggestions. */
const STEERING = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']

/** How long a pause ends typing. */
const CALM_MS = 700

function useCalm ({ filter, isTyping }: View): void {
  const text = filter.value
  useEffect(() => {
    const timer = setTimeout(() => { isTyping.value = false }, CALM_MS)
    return () => clearTimeout(timer)
  }, [text, isTyping])
}

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

const Panel = lazy(async () => (await import('./saved-filters-panel.js')).SavedFiltersPanel)

// The button for saved filters.
function SavedFilters () {
  const { words } = usePage()
  return <Opener role='dialog' align='end' name={words.filter.saved} icon={<Icon name='star' />}>{close => <Panel close={close} />}</Opener>
}

const LIST_ID = 'filter-suggestions'

function itemId (index: number): string {
  return `filter-suggestion-${index}`
}

// Keys with their meaning, values with the number of entries that have them.
function Suggestions ({ suggesting: { found, active, accept } }: { suggesting: Suggesting }) {
  const { words: { filter: words } } = usePage()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    list.current?.children[active.value]?.scrollIntoView({ block: 'nearest' })
  }, [active.value])
  if (!found.value) return null
  return (
    <ul ref={list} id={LIST_ID} class='filter-list' role='listbox' aria-label={words.suggestions}>
      {found.value.items.map((item, index) => (
        <li
          key={item.text} id={itemId(index)} role='option' aria-selected={index === active.value} class='filter-item'
          onPointerDown={event => {
            event.preventDefault()
            accept(item)
          }}
        >
          <span class='data mono'>{visibleHead(item.text)}</span>
          <span
            class='filter-meaning'
          >
            {item.count === undefined ? words.meanings[item.meaning] ?? item.meaning : words.times(item.count)}
          </span>
        </li>
      ))}
    </ul>
  )
}
