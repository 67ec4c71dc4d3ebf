// The messages of a WebSocket or another stream: a list that follows the newest one, and the content of the selected message.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import type { Entry } from '../../../schema/entry.js'
import { countText } from '../../../text/count.js'
import { usePage } from '../context.js'
import { MessageLog } from '../model/messages/message-log.js'
import { matchingMessages, type Direction } from '../model/messages/shown-messages.js'
import { Arrow } from './arrow.js'
import { MessageContent } from './message-content.js'
import { MessageList } from './message-list.js'
import './messages.css'

export function MessagesTab ({ entry }: { entry: Entry }) {
  const { session, words: { messages: words, detail } } = usePage()
  const log = useMemo(() => new MessageLog((after, signal) => session.messages(entry.id, after, signal)), [session, entry.id])
  const { count = 0, dropped = 0 } = entry.messages ?? {}
  const last = count + dropped
  useEffect(() => () => log.close(), [log])
  useEffect(() => log.update(last), [log, last])

  const [sought, direction, selected, isFollowing] = [useSignal(''), useSignal<Direction>('all'), useSignal(0), useSignal(true)]
  const all = log.messages.value
  const shown = useMemo(() => matchingMessages(all, sought.value, direction.value), [all, sought.value, direction.value])
  const current = useMemo(() => all.find(({ n }) => n === selected.value), [all, selected.value])

  if (last === 0) return <p class='detail-empty' role='status'>{isPending(entry) ? words.noneYet : words.none}</p>
  return (
    <div class='messages'>
      <div class='messages-bar'>
        <input
          type='search' class='field' aria-label={words.filter} placeholder={words.filter} value={sought.value} spellcheck={false}
          onInput={({ currentTarget: { value } }) => { sought.value = value }}
        />
        <div class='messages-directions' role='group' aria-label={words.direction}>
          {(['all', 'out', 'in'] as const).map(name => (
            <button
              key={name} type='button' class='button' aria-pressed={name === direction.value} onClick={() => { direction.value = name }}
            >
              {name !== 'all' && <Arrow direction={name} />}{words.directions[name]}
            </button>
          ))}
        </div>
        <button
          type='button' class='button' title={words.followNewest} aria-pressed={isFollowing.value}
          onClick={() => { isFollowing.value = !isFollowing.value }}
        >
          {words.follow}
        </button>
        <span class='messages-count' role='status' title={dropped > 0 ? words.dropped : undefined}>
          {words.count(
            shown === all ? countText(count) : `${countText(shown.length)} / ${countText(count)}`, count, dropped && countText(dropped)
          )}
        </span>
      </div>
      {log.state.value === 'failed' && (
        <p class='notice warn' role='alert'>
          {words.failed} <button type='button' class='button framed' onClick={() => log.update(last)}>{detail.tryAgain}</button>
        </p>
      )}
      {shown.length === 0 && log.state.value !== 'failed' && (
        <p class='detail-empty' role='status'>{log.state.value === 'reading' ? words.reading : words.noneMatch}</p>
      )}
      {shown.length > 0 && <MessageList messages={shown} startMs={startMsOf(entry)} selected={selected} isFollowing={isFollowing} />}
      {current && <MessageContent key={current.n} message={current} startMs={startMsOf(entry)} onClose={() => { selected.value = 0 }} />}
    </div>
  )
}
