// Finds the messages in the response of an XMLHttpRequest: in a text while it comes, in bytes once all of them are there.
import { bodyMessagesOf, isStreamed } from '../core/body-messages.js'
import { isFramed } from '../core/framed-messages.js'
import { quiet, type Host } from '../core/host.js'
import { MessageLog, type Logs } from '../core/message-log.js'
import { bytesOf, isBytes } from './binary.js'
import { nativeValue } from './heads.js'
import type { Happening } from './journal.js'

/** By the type of the event. */
const ENDS: Record<string, string> = { abort: 'canceled by the page', error: 'network error', timeout: 'timeout', load: '' }

export function hearXhr ({ channel: { exchange } }: Happening, xhr: XMLHttpRequest, { host, logs }: { host: Host, logs: Logs }): void {
  const type = xhr.getResponseHeader('content-type') ?? ''
  // The page may have aborted it, or opened it again, before this part was loaded.
  if (!isStreamed(type) || !(exchange.isOpen || xhr.readyState === 4)) return
  const decoder = new TextDecoder()
  const messages = bodyMessagesOf(
    type, new MessageLog(exchange, logs), host, bytes => decoder.decode(bytes, { stream: true })
  )
  const bytesIn = isFramed(type) && !/-text/i.test(type) ? codesOf : (text: string) => new TextEncoder().encode(text)
  let at = 0
  const read = () => quiet(() => {
    if (xhr.readyState < 3) return end('opened again by the page')
    const text = nativeValue(xhr, XMLHttpRequest.prototype, 'responseText')
    if (typeof text === 'string') {
      messages.piece(bytesIn(text.slice(at)))
      at = text.length
    } else if (xhr.readyState === 4 && isBytes(xhr.response)) {
      messages.piece(bytesOf(xhr.response))
    }
  })
  const end = (why: string) => {
    messages.end(why)
    xhr.removeEventListener('readystatechange', read)
    for (const name in ENDS) xhr.removeEventListener(name, over)
  }
  const over = (event: Event) => end(ENDS[event.type] as string)
  xhr.addEventListener('readystatechange', read)
  for (const name in ENDS) xhr.addEventListener(name, over)
  if (xhr.readyState > 2) read()
  if (xhr.readyState === 4) end('')
}

/** The bytes of a text in the encoding `x-user-defined`, which pages choose to get bytes as text. */
function codesOf (text: string): Uint8Array {
  return Uint8Array.from(text, char => char.charCodeAt(0))
}
