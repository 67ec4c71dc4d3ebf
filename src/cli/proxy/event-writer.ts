// Writes the events of requests as bytes, into buffers that are transferred to the recorder's thread. Objects would be cloned member by
// member, and would burden the garbage collector until they are posted.
import { EVENT, SEPARATOR, type Events, type RequestStart } from './thread-events.js'

const FIRST_BYTES = 16 * 1024
const MAX_BYTES = 256 * 1024
/** An event takes at most this many bytes besides its text or its piece of a body. */
const FRAME_BYTES = 24

/** About how many bytes an event takes while the recorder works on it, besides its text or its piece. */
const EVENT_OVERHEAD_BYTES = 200

export class EventWriter implements Events {
  /** About how many bytes of memory the recorder needs for the events that were written since the last `take`. */
  weight = 0
  private full: Uint8Array<ArrayBuffer>[] = []
  private buffer = Buffer.alloc(0)
  private view = viewOf(this.buffer)
  private at = 0
  private nextBytes = FIRST_BYTES

  begins (id: number, ms: number, { via, method, api, header }: RequestStart): void {
    const text = via + SEPARATOR + method + SEPARATOR + api + SEPARATOR + header
    this.start(EVENT.begins, id, text.length)
    this.float(ms)
    this.latin1(text)
  }

  answers (id: number, header: string): void {
    this.start(EVENT.answers, id, header.length)
    this.latin1(header)
  }

  sends (id: number, piece: Uint8Array): void {
    this.start(EVENT.sends, id, piece.byteLength)
    this.piece(piece)
  }

  receives (id: number, ms: number, piece: Uint8Array): void {
    this.start(EVENT.receives, id, piece.byteLength)
    this.float(ms)
    this.piece(piece)
  }

  skips (id: number, which: 'request' | 'response', bytes: number): void {
    this.start(which === 'request' ? EVENT.skipsRequest : EVENT.skipsResponse, id, 0)
    this.float(bytes)
  }

  ends (id: number, ms: number, note = ''): void {
    this.sentence(EVENT.ends, id, ms, note)
  }

  fails (id: number, ms: number, reason: string): void {
    this.sentence(EVENT.fails, id, ms, reason)
  }

  /** Returns the events that were written, in buffers that can be transferred, and begins new ones. */
  take (): Uint8Array<ArrayBuffer>[] {
    this.close()
    const { full, weight } = this
    this.full = []
    this.weight = 0
    // The next events probably need about as much room.
    this.nextBytes = Math.max(FIRST_BYTES, Math.min(weight, MAX_BYTES))
    return full
  }

  private sentence (what: number, id: number, ms: number, text: string): void {
    const bytes = text === '' ? 0 : Buffer.byteLength(text)
    this.start(what, id, bytes)
    this.float(ms)
    this.number(bytes)
    if (bytes > 0) this.at += this.buffer.write(text, this.at)
  }

  /** Makes room for the whole event: each is in one buffer. */
  private start (what: number, id: number, textBytes: number): void {
    this.weight += EVENT_OVERHEAD_BYTES + textBytes
    const most = FRAME_BYTES + textBytes
    if (this.at + most > this.buffer.byteLength) this.open(most)
    this.view.setUint8(this.at, what)
    this.view.setUint32(this.at + 1, id)
    this.at += 5
  }

  private open (leastBytes: number): void {
    this.close()
    // Not from Node's pool, whose memory cannot be transferred.
    this.buffer = Buffer.allocUnsafeSlow(Math.max(this.nextBytes, leastBytes))
    this.view = viewOf(this.buffer)
    this.nextBytes = Math.min(2 * this.nextBytes, MAX_BYTES)
  }

  private close (): void {
    if (this.at > 0) this.full.push(this.buffer.subarray(0, this.at))
    this.buffer = Buffer.alloc(0)
    this.at = 0
  }

  private number (value: number): void {
    this.view.setUint32(this.at, value)
    this.at += 4
  }

  private float (value: number): void {
    this.view.setFloat64(this.at, value)
    this.at += 8
  }

  /** Node reads the texts of HTTP as latin1, so this is what came over the wire. */
  private latin1 (text: string): void {
    this.number(text.length)
    this.at += this.buffer.write(text, this.at, 'latin1')
  }

  private piece (piece: Uint8Array): void {
    this.number(piece.byteLength)
    this.buffer.set(piece, this.at)
    this.at += piece.byteLength
  }
}

function viewOf ({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
