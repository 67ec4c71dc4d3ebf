// The input of a filter: a combobox that suggests what can be typed next. It never shows an error.
import { batch, type Signal } from '@preact/signals'
import type { InputHTMLAttributes, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Completion } from '../../../filter/completions.js'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { useCompletions, type Suggesting } from './use-completions.js'
import './filter.css'

interface QueryBoxProps extends Pick<InputHTMLAttributes, 'aria-label' | 'aria-describedby' | 'aria-invalid' | 'placeholder'> {
  /** The beginning of the ids of its suggestions. */
  id: string
  input: RefObject<HTMLInputElement | null>
  text: Signal<string>
  isTyping?: Signal<boolean>
  /** Leaves out suggestions that make no sense here. */
  allows?: (item: Completion) => boolean
  /** Called on Enter if no suggestion is active, and on Escape if none is shown. Without it, these keys have their usual effect. */
  onDone?: () => void
}

export function QueryBox ({ id, input, text, isTyping, allows, onDone, ...rest }: QueryBoxProps) {
  const suggesting = useCompletions(input, text, allows)
  const { found, active } = suggesting
  const isOpen = found.value !== undefined
  const listId = `${id}-suggestions`
  return (
    <>
      <input
        ref={input} class='filter-input' type='text' role='combobox' value={text.value} {...rest}
        spellcheck={false} autocomplete='off' autocapitalize='off' enterkeyhint='search' dir='auto'
        aria-autocomplete='list' aria-expanded={isOpen} aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active.value >= 0 ? listId + active.value : undefined}
        onInput={event => {
          batch(() => {
            if (isTyping) isTyping.value = true
            text.value = event.currentTarget.value
          })
          suggesting.suggest()
        }}
        onKeyDown={event => steer(event, suggesting, onDone)}
        onFocus={() => suggesting.prepare()}
        onBlur={() => {
          if (isTyping) isTyping.value = false
          suggesting.close()
        }}
      />
      <Suggestions id={listId} suggesting={suggesting} />
    </>
  )
}

/** Keys whose effect depends on the suggestions. */
const STEERING = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']

function steer (event: KeyboardEvent, suggesting: Suggesting, onDone: (() => void) | undefined): void {
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
      else if (onDone) onDone()
      else if (items) suggesting.close()
      else return
      break
    case 'Tab':
      if (!active) return
      suggesting.accept(active)
      break
    case 'Escape':
      if (items) suggesting.close()
      else if (onDone) onDone()
      else return
      break
    default: return
  }
  event.preventDefault()
  event.stopPropagation()
}

// Keys with their meaning, values with the number of entries that have them.
function Suggestions ({ id, suggesting: { found, active, accept } }: { id: string, suggesting: Suggesting }) {
  const { words: { filter: words } } = usePage()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    list.current?.children[active.value]?.scrollIntoView({ block: 'nearest' })
  }, [active.value])
  if (!found.value) return null
  return (
    <ul ref={list} id={id} class='filter-list' role='listbox' aria-label={words.suggestions}>
      {found.value.items.map((item, index) => (
        <li
          key={item.text} id={id + index} role='option' aria-selected={index === active.value} class='filter-item'
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
