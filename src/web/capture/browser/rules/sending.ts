// Sends an XMLHttpRequest as rules have changed it. The request is opened again, because its address cannot be changed in another way, and
// then its headers are set again.
import { bytesOf, type HeaderPairs, type StoredBodies } from '../../../../rules/answer.js'
import { changedRequest } from '../../../../rules/request-change.js'
import type { ChangeRequest } from '../../../../schema/rule.js'
import { quiet } from '../../core/host.js'
import { requestBody } from '../request-body.js'
import { takesNoBody, type Opened } from './opened.js'

/** The browser's own functions. */
export interface NativeXhr {
  open: Function
  setRequestHeader: Function
  send: Function
}

/** `headers`: those that the page has set. `given`: the arguments of send(). */
export function sendChanged (
  xhr: XMLHttpRequest, opened: Opened, headers: HeaderPairs, given: unknown[], changes: ChangeRequest[], bodies: StoredBodies,
  native: NativeXhr
): void {
  let sent: { url: string, headers: HeaderPairs } = { url: opened.url, headers }
  let body: Uint8Array<ArrayBuffer> | undefined
  for (const change of changes) {
    const next = changedRequest(sent, change, bodies)
    if (next?.content) body = bytesOf(next.content)
    sent = next ?? sent
  }
  if (changes.length > 0) {
    Reflect.apply(native.open, xhr, [opened.method, sent.url, true, ...opened.credentials])
    const isTyped = sent.headers.some(([name]) => name.toLowerCase() === 'content-type')
    // The type that the browser would have derived from the page's own body.
    const type = body && !isTyped ? requestBody(given[0], '', 0)?.type : ''
    for (const pair of type ? [...sent.headers, ['content-type', type]] : sent.headers) {
      quiet(() => Reflect.apply(native.setRequestHeader, xhr, pair) as unknown)
    }
  }
  Reflect.apply(native.send, xhr, body && !takesNoBody(opened) ? [body] : given)
}
