// The filter of the list, with the buttons beside it.
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import { focusList } from '../kit/focus-list.js'
import { Icon } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import { lazy } from '../kit/lazy.js'
import { Opener } from '../kit/popover.js'
import type { View } from '../model/view.js'
import { QueryBox } from './query-box.js'

export function Filter () {
  const { view, words } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useFocusKeys(input)
  useCalm(view)
  return (
    <div class='filter' role='search'>
      <Icon name='filter' />
      <QueryBox
        id='filter' input={input} text={view.filter} isTyping={view.isTyping} onDone={focusList}
        aria-label={words.filter.name} placeholder={words.filter.placeholder}
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
    </div>
  )
}

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

const Panel = lazy(async () => (await import('./saved-filters-panel.js')).SavedFiltersPanel)

// The button for saved filters.
function SavedFilters () {
  const { words } = usePage()
  return <Opener role='dialog' align='end' name={words.filter.saved} icon={<Icon name='star' />}>{close => <Panel close={close} />}</Opener>
}
