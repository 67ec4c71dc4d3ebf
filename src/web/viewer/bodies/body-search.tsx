// Where one types what is searched for in a body. Enter goes to the next place, Shift with Enter to the one before.
import { useEffect, useRef } from 'preact/hooks'
import { keys } from '../kit/keys.js'
import { usePage } from '../context.js'
import { MOST_FOUND, step, type Search } from '../model/bodies/search.js'

export function BodySearch ({ search }: { search: Search }) {
  const { words: { bodies: words } } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => keys.on('Ctrl+Shift+f', 'bodies.search', () => input.current?.select(), { always: true }), [])
  const { sought, found, current } = search
  const count = found.value >= MOST_FOUND ? `${MOST_FOUND}+` : String(found.value)
  return (
    <div class='body-search'>
      <input
        ref={input} type='search' class='field' aria-label={words.find} placeholder={words.find} value={sought.value} spellcheck={false}
        onInput={({ currentTarget: { value } }) => { current.value = 0; sought.value = value }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          step(search, event.shiftKey ? -1 : 1)
        }}
      />
      <span class='body-found' role='status'>{sought.value !== '' && (found.value === 0 ? words.notFound : words.foundOf(current.value + 1, count))}</span>
    </div>
  )
}
