// The content of the selected message: JSON as a tree, bytes as hex, any other text as it was sent.
import { useMemo } from 'preact/hooks'
import { base64Size, utf8Size } from '../../../exchange/size.js'
import { isJson } from '../../../json/is-json.js'
import type { Message } from '../../../schema/message.js'
import { sizeText } from '../../../text/size.js'
import { HexView } from '../bodies/hex-view.js'
import { JsonTree } from '../bodies/json-tree.js'
import { useCopy, usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { Safe } from '../kit/safe.js'
import { createSearch } from '../model/bodies/search.js'
import { bytesOf } from '../model/messages/shown-messages.js'
import { clockOf } from '../text/moments.js'
import { Arrow } from './arrow.js'

export function MessageContent ({ message, startMs, onClose }: { message: Message, startMs: number, onClose: () => void }) {
  const { words: { messages: words } } = usePage()
  const copy = useCopy()
  const { dir, kind, at, size, text = '', base64, event, lastEventId, cut } = message
  return (
    <section class='message-content' aria-label={words.content}>
      <div class='message-head'>
        <Arrow direction={dir} />
        <span>{words.directions[dir]} · {words.kinds[kind]} · {clockOf(startMs + at)} · {sizeText(size)}</span>
        {event !== undefined && <span class='message-label'><Safe text={event} most={100} /></span>}
        {lastEventId !== undefined && lastEventId !== '' && <span class='dim'><Safe text={words.eventId(lastEventId)} most={100} /></span>}
        <span class='message-actions'>
          <IconButton icon='copy' name={words.copy} onClick={() => copy(base64 ?? text)} />
          <IconButton icon='close' name={words.close} onClick={onClose} />
        </span>
      </div>
      {cut && (
        <p class='notice warn' role='status'>
          {words.cut(sizeText(base64 === undefined ? utf8Size(text) : base64Size(base64)), sizeText(size))}
        </p>
      )}
      <Content message={message} label={words.content} />
    </section>
  )
}

const MAX_TEXT_LENGTH = 300_000

function Content ({ message: { text = '', base64 }, label }: { message: Message, label: string }) {
  const { words: { messages: words } } = usePage()
  const search = useMemo(createSearch, [])
  const bytes = useMemo(() => base64 === undefined ? undefined : bytesOf(base64), [base64])
  const isTree = useMemo(() => /^\s*[[{]/.test(text) && isJson(text), [text])
  if (bytes) return <HexView bytes={bytes} label={label} search={search} />
  if (text === '') return <p class='detail-none'>{words.empty}</p>
  if (isTree) return <JsonTree text={text} label={label} search={search} />
  return <pre class='message-plain' tabIndex={0} aria-label={label}><Safe text={text} lines most={MAX_TEXT_LENGTH} /></pre>
}
