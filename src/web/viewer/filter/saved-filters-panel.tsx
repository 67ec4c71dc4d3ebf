// Named filters, stored in this browser: choose, save, delete.
import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'

interface Saved {
  name: string
  text: string
}

const MAX_COUNT = 50

export function SavedFiltersPanel ({ close }: { close: () => void }) {
  const { view, prefs, words: { savedFilters: words } } = usePage()
  const saved = prefs.pref<readonly Saved[]>('filters', [], isSaved)
  const name = useSignal('')
  const save = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = view.filter.peek()
    const called = name.value.trim() || text
    saved.value = [...saved.peek().filter(other => other.name !== called), { name: called, text }].slice(-MAX_COUNT)
    name.value = ''
  }
  const apply = (text: string) => () => {
    view.filter.value = text
    close()
  }
  return (
    <>
      {saved.value.length === 0 && <p class='filter-none'>{words.nothingSaved}</p>}
      <ul>
        {saved.value.map(({ name, text }) => (
          <li key={name} class='filter-saved'>
            <button
              type='button' class='button' title={visibleHead(text)} onClick={apply(text)}
            >
              <b class='data'>{visibleHead(name)}</b><span class='data mono'>{name === text ? '' : visibleHead(text)}</span>
            </button>
            <button
              type='button' class='button icon' aria-label={words.forget(visibleHead(name))} title={words.forget(visibleHead(name))}
              onClick={() => { saved.value = saved.peek().filter(other => other.name !== name) }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {view.filter.value.trim() !== '' && (
        <form class='filter-save' onSubmit={save}>
          <input
            class='field' aria-label={words.saveAs} placeholder={words.saveAs} value={name.value} maxLength={80}
            onInput={event => { name.value = event.currentTarget.value }}
          />
          <button type='submit' class='button framed' aria-label={words.save}>{words.saveDone}</button>
        </form>
      )}
    </>
  )
}

function isSaved (value: unknown): value is readonly Saved[] {
  return Array.isArray(value) && value.every((item: unknown) => typeof item === 'object' && item !== null &&
    'name' in item && typeof item.name === 'string' && 'text' in item && typeof item.text === 'string')
}
