// The list of messages. Only the rows in view are in the document; a row is selected by a click or by the arrow keys.
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Message } from '../../../schema/message.js'
import { sizeText } from '../../../text/size.js'
import { usePage } from '../context.js'
import { Safe } from '../kit/safe.js'
import { useWindow } from '../kit/use-window.js'
import { previewOf } from '../model/messages/shown-messages.js'
import { clockOf } from '../text/moments.js'
import { Arrow } from './arrow.js'

interface MessageListProps {
  messages: readonly Message[]
  /** When the entry started, in milliseconds since the epoch. */
  startMs: number
  /** The n of the selected message; 0: none. */
  selected: Signal<number>
  isFollowing: Signal<boolean>
}

const [ROW_HEIGHT, TOUCH_ROW_HEIGHT] = [22, 44]
/** Closer to the end than this, in pixels, counts as at the end. */
const NEAR_END = 4

export function MessageList ({ messages, startMs, selected, isFollowing }: MessageListProps) {
  const { words: { messages: words } } = usePage()
  const element = useRef<HTMLDivElement>(null)
  /** The first row in view, and how many pixels of it are scrolled out of view. */
  const anchor = useRef({ n: 0, above: 0 })
  const rowHeight = useMemo(() => matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT, [])
  const onScroll = ({ offset, most }: { offset: number, most: number }) => {
    isFollowing.value = offset >= most - NEAR_END
    const index = Math.floor(offset / rowHeight)
    anchor.current = { n: messages[index]?.n ?? 0, above: offset - index * rowHeight }
  }
  const held = isFollowing.value ? 'end' : undefined
  const { first, rows, height, page, show } = useWindow({ element, count: messages.length, rowHeight, held, onScroll })

  useLayoutEffect(() => {
    const scroller = element.current
    if (!scroller) return
    if (isFollowing.value) scroller.scrollTop = messages.length * rowHeight
    // Rows before the first one in view may be gone: it stays where it was.
    else if (anchor.current.n > 0) scroller.scrollTop = placeOf(messages, anchor.current.n) * rowHeight + anchor.current.above
  }, [messages, isFollowing.value, height])
  // Keeps the selected message in view, also when its content opens below the list and makes the list shorter.
  useLayoutEffect(() => {
    const index = placeOf(messages, selected.value)
    if (!isFollowing.peek() && messages[index]?.n === selected.value) show(index)
  }, [selected.value, height])

  const select = (index: number) => {
    isFollowing.value = index === messages.length - 1
    selected.value = messages[index]?.n ?? 0
  }

  const move = (event: KeyboardEvent) => {
    const to = targetOf(event.key, messages.findIndex(({ n }) => n === selected.peek()), page, messages.length)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    select(to)
  }
  const drawn = messages.slice(first, first + rows)
  return (
    <div
      ref={element} class='messages-list' role='listbox' aria-label={words.list} tabIndex={0} onKeyDown={move}
      aria-activedescendant={drawn.some(({ n }) => n === selected.value) ? rowId(selected.value) : undefined}
    >
      <div role='presentation' class='messages-room' style={{ height: `${messages.length * rowHeight}px` }}>
        {drawn.map((message, n) => (
          <Row
            key={(first + n) % rows} message={message} startMs={startMs} place={first + n + 1} of={messages.length}
            top={`translateY(${(first + n) * rowHeight}px)`} isSelected={message.n === selected.value} onSelect={() => select(first + n)}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  message: Message
  startMs: number
  /** From 1. */
  place: number
  of: number
  top: string
  isSelected: boolean
  onSelect: () => void
}

function Row ({ message, startMs, place, of, top, isSelected, onSelect }: RowProps) {
  const { words: { messages: words } } = usePage()
  const { n, dir, kind, at, size, event } = message
  const [time, bytes, preview] = [clockOf(startMs + at), sizeText(size), previewOf(message)]
  const label = event ?? (kind === 'text' || kind === 'binary' || kind === 'event' ? '' : words.kinds[kind])
  return (
    <div
      id={rowId(n)} class={`message-row ${kind}`} role='option' style={{ transform: top }}
      aria-selected={isSelected} aria-posinset={place} aria-setsize={of}
      onClick={onSelect}
    >
      <Arrow direction={dir} /><span class='unseen'>{words.directions[dir]}</span>
      <span class='message-time'>{time}</span>
      <span class='message-size'>{bytes}</span>
      <span class='message-text mono'>
        {label && <><span class='message-label'><Safe text={label} most={60} /></span>{' '}</>}
        <Safe text={preview} most={300} />
      </span>
    </div>
  )
}

function rowId (n: number): string {
  return `message-${n}`
}

/** The index of the message, or of the first one after it. */
function placeOf (messages: readonly Message[], n: number): number {
  let [low, high] = [0, messages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((messages[middle]?.n ?? 0) < n) low = middle + 1
    else high = middle
  }
  return low
}

/** The index to which a key leads; undefined for other keys. */
function targetOf (key: string, from: number, page: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: from + 1, ArrowUp: from < 0 ? count - 1 : from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: count - 1
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1))
}
