// Finds the messages in the response of an XMLHttpRequest: in a text response while it arrives, in a binary one when it is complete.
import { bodyMessagesOf, isStreamed } from '../core/body-messages.js'
import { isFramed } from '../core/framed-messages.js'
import { quiet, type Host } from '../core/host.js'
import { MessageLog, type Logs } from '../core/message-log.js'
import { bytesOf, isBytes } from './binary.js'
import { nativeValue } from './heads.js'
import type { StreamEvent } from './journal.js'

/** By the type of the event. */
const ENDS: Record<string, string> = { abort: 'canceled by the page', error: 'network error', timeout: 'timeout', load: '' }

/** In characters, or bytes. More without a break would delay the page. */
const STEP = 64 * 1024
/** To look at the end of a text, browsers copy all of it. So of a longer one, the next part is read once it has grown by a sixteenth. */
const LONG_CHARS = 1024 * 1024

export function observeXhr ({ channel: { exchange } }: StreamEvent, xhr: XMLHttpRequest, { host, logs }: { host: Host, logs: Logs }): void {
  const type = xhr.getResponseHeader('content-type') ?? ''
  // The page may have aborted it, or opened it again, before this part was loaded.
  if (!isStreamed(type) || !(exchange.isOpen || xhr.readyState === 4)) return
  const decoder = new TextDecoder()
  const messages = bodyMessagesOf(
    type, new MessageLog(exchange, logs), host, bytes => decoder.decode(bytes, { stream: true })
  )
  const bytesIn = isFramed(type) && !/-text/i.test(type) ? codesOf : encoded
  let body: string | Uint8Array = ''
  /** The pieces before it were passed on. */
  let at = 0
  let why: string | undefined
  let isWaiting = false
  const nextPiece = () => {
    const from = at
    at += STEP
    if (typeof body !== 'string') return body.subarray(from, at)
    // Not between the halves of a character.
    if (/[\ud800-\udbff]/.test(body.charAt(at - 1))) at++
    return bytesIn(body.slice(from, at))
  }
  const work = () => quiet(() => {
    if (at < body.length) messages.piece(nextPiece())
    at = Math.min(at, body.length)
    isWaiting = at < body.length
    if (isWaiting) host.setTimer(work, 0)
    else if (why !== undefined) messages.end(why)
  })
  const read = () => quiet(() => {
    const { readyState } = xhr
    if (readyState < 3) return end('opened again by the page')
    const text = nativeValue(xhr, XMLHttpRequest.prototype, 'responseText')
    if (typeof text === 'string') {
      if (readyState < 4 && text.length > LONG_CHARS && text.length - body.length < text.length / 16) return
      body = text
    } else if (readyState === 4 && isBytes(xhr.response)) {
      const given = bytesOf(xhr.response)
      // The page may change it before the next step.
      body = given.length > STEP ? given.slice() : given
    }
    if (!isWaiting) work()
  })
  const end = (reason: string) => {
    why = reason
    xhr.removeEventListener('readystatechange', read)
    for (const name in ENDS) xhr.removeEventListener(name, over)
    if (!isWaiting) work()
  }
  const over = (event: Event) => end(ENDS[event.type] as string)
  xhr.addEventListener('readystatechange', read)
  for (const name in ENDS) xhr.addEventListener(name, over)
  if (xhr.readyState > 2) read()
  if (xhr.readyState === 4) end('')
}

function encoded (text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The bytes of a text in the encoding `x-user-defined`, which pages choose to get bytes as text. */
function codesOf (text: string): Uint8Array {
  return Uint8Array.from(text, char => char.charCodeAt(0))
}
