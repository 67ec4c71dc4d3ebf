// The suggestions beneath the filter: keys with what they mean, values with how many entries have them.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { visible } from '../text/visible.js'
import { usePage } from '../context.js'
import type { Suggesting } from './use-completions.js'

export const LIST_ID = 'filter-suggestions'

export function itemId (index: number): string {
  return `filter-suggestion-${index}`
}

export function Suggestions ({ suggesting: { found, active, accept } }: { suggesting: Suggesting }) {
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
          <span class='data mono'>{visible(item.text)}</span>
          <span class='filter-meaning'>{item.count === undefined ? words.meanings[item.meaning] ?? item.meaning : words.times(item.count)}</span>
        </li>
      ))}
    </ul>
  )
}
