// Makes a column of one's own.
import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { usePage } from '../context.js'
import { SOURCES, type Source } from '../model/list/own-columns.js'

const EXAMPLES: Record<Source, string> = { header: 'x-request-id', query: 'page', json: 'data.id', storage: 'user.id' }

export function OwnColumnForm () {
  const { columns, words: { list: words } } = usePage()
  const source = useSignal<Source>('header')
  const name = useSignal('')
  const add = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (columns.add(`${source.value}:${name.value.trim()}`)) name.value = ''
  }
  return (
    <form class='list-own' onSubmit={add}>
      <p>{words.ownColumn}</p>
      <select class='field' aria-label={words.ownSource} value={source.value} onChange={event => { source.value = event.currentTarget.value as Source }}>
        {SOURCES.map(source => <option key={source} value={source}>{words.sources[source]}</option>)}
      </select>
      <input class='field mono' aria-label={words.ownName} placeholder={EXAMPLES[source.value]} value={name.value} maxLength={200} onInput={event => { name.value = event.currentTarget.value }} />
      <button type='submit' class='button framed' disabled={name.value.trim() === ''}>{words.add}</button>
    </form>
  )
}
