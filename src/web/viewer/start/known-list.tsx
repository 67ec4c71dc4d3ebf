// The sessions that this browser has seen: each a link, and each can be forgotten.
import { moment } from '../words/format.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'

export function KnownList () {
  const { session, known, words } = usePage()
  const others = known.list.value.filter(({ id }) => id !== session.id)
  if (others.length === 0) return null
  return (
    <section aria-label={words.session.known}>
      <h2>{words.session.known}</h2>
      <ul class='known'>
        {others.map(({ id, lastUsedMs }) => (
          <li key={id}>
            <a class='data' href={`?${new URLSearchParams({ sessionId: id }).toString()}`}>{id}</a>
            <time dateTime={new Date(lastUsedMs).toISOString()}>{moment(lastUsedMs)}</time>
            <button type='button' class='button icon' aria-label={words.session.forget(id)} title={words.session.forget(id)} onClick={() => { known.forget(id) }}><Icon name='forget' /></button>
          </li>
        ))}
      </ul>
    </section>
  )
}
