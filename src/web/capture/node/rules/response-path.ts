// Passes a response from undici to the handler of the app, if rules delayed or changed the request or its response. It changes the response
// if a rule says so, and records what the app gets.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { bytesOf, type HeaderPairs, type Original, type StoredBodies } from '../../../../rules/answer.js'
import type { ChangeResponse } from '../../../../schema/rule.js'
import { bodyNeed, responseAfter, type ChangedResponse } from '../../core/rules/changes.js'
import { quiet } from '../../core/host.js'

/** Where the response goes. `head` and `data` return false if the app wants no more at the moment. */
export interface Outlet {
  head (status: number, headers: HeaderPairs, reason: string): boolean
  data (chunk: Buffer): boolean
  end (): void
}

/** The recorder of both responses: the one that came, and the one that the app gets. */
export interface Sides {
  originally (head: Original): void
  originallyReceives (chunk: Buffer): void
  answered (head: Original): void
  receives (chunk: Buffer): void
  end (): void
  note (text: string): void
}

/** Longer bodies are not held to be changed, in bytes as they come. */
const MAX_HELD_BYTES = 1024 * 1024
/** The longest body of JSON that is changed, decoded: in bytes, so it may be longer than MAX_JSON. */
const MAX_PLAIN_BYTES = 4 * 1024 * 1024

export class ResponsePath {
  private readonly need: 'none' | 'replaced' | 'read'
  private held: { head: Original, chunks: Buffer[], bytes: number } | undefined
  private content: Buffer | undefined

  constructor (
    private readonly method: string, private readonly changes: readonly ChangeResponse[], private readonly bodies: StoredBodies,
    private readonly sides: Sides, private readonly outlet: Outlet
  ) {
    this.need = bodyNeed(changes)
  }

  head (head: Original): boolean {
    if (this.changes.length === 0) return this.emitHead(head)
    this.sides.originally(head)
    if (this.need !== 'none' && isStream(head.headers)) {
      this.sides.note('the response was not changed as the rule says: it is a stream of events')
      return this.emitHead(head)
    }
    if (this.need === 'read' && this.method !== 'HEAD') {
      this.held = { head, chunks: [], bytes: 0 }
      return true
    }
    return this.emitChanged(responseAfter(head, undefined, this.changes, this.bodies))
  }

  data (chunk: Buffer): boolean {
    if (this.need !== 'none') this.sides.originallyReceives(chunk)
    const { held } = this
    if (!held) return this.content ? true : this.emit(chunk)
    // Copied: undici may use its buffer again.
    held.chunks.push(Buffer.from(chunk))
    held.bytes += chunk.length
    if (held.bytes <= MAX_HELD_BYTES) return true
    this.sides.note('the body was not changed: it is longer than 1 MiB')
    return this.letGo(held.head, Buffer.concat(held.chunks))
  }

  end (): void {
    const { held } = this
    if (held) this.endHeld(held.head, Buffer.concat(held.chunks))
    if (this.content && this.content.length > 0) this.emit(this.content)
    this.sides.end()
    this.outlet.end()
  }

  private endHeld (head: Original, bytes: Buffer): void {
    this.held = undefined
    const text = plainText(bytes, headerOf(head.headers, 'content-encoding'))
    const after = responseAfter(head, text, this.changes, this.bodies)
    this.emitChanged(after)
    if (!this.content && bytes.length > 0) this.emit(bytes)
  }

  private letGo (head: Original, bytes: Buffer): boolean {
    this.held = undefined
    const wants = this.emitHead(head)
    return this.emit(bytes) && wants
  }

  private emitChanged ({ content, note, ...head }: ChangedResponse): boolean {
    if (note !== undefined) this.sides.note(note)
    if (content) this.content = this.method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(bytesOf(content))
    return this.emitHead(head)
  }

  private emitHead (head: Original): boolean {
    this.sides.answered(head)
    return this.outlet.head(head.status, head.headers, head.statusText)
  }

  private emit (chunk: Buffer): boolean {
    this.sides.receives(chunk)
    return this.outlet.data(chunk)
  }
}

function isStream (headers: HeaderPairs): boolean {
  return /^\s*(?:text\/event-stream|multipart\/x-mixed-replace)\b/i.test(headerOf(headers, 'content-type'))
}

function headerOf (headers: HeaderPairs, name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
}

/** Undefined if the bytes cannot be decoded, or are too many. */
function plainText (bytes: Buffer, encoding: string): string | undefined {
  const options = { maxOutputLength: MAX_PLAIN_BYTES }
  const plain = quiet(() => {
    switch (encoding.trim().toLowerCase()) {
      case '': case 'identity': return bytes
      case 'gzip': case 'x-gzip': return gunzipSync(bytes, options)
      case 'deflate': return inflateSync(bytes, options)
      case 'br': return brotliDecompressSync(bytes, options)
      default: return undefined
    }
  })
  return plain && quiet(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain))
}
