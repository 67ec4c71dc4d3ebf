// Reads events from the bytes that `EventWriter` (event-writer.ts) has written.
import { EVENT, SEPARATOR, type Events, type RequestStart } from './thread-events.js'

export function readEvents (bytes: Uint8Array, events: Events): void {
  const reader = new Reader(bytes)
  while (reader.hasMore) reader.next(events)
}

class Reader {
  private readonly buffer: Buffer
  private readonly view: DataView
  private at = 0

  constructor ({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.buffer = Buffer.from(buffer, byteOffset, byteLength)
    this.view = new DataView(buffer, byteOffset, byteLength)
  }

  get hasMore (): boolean {
    return this.at < this.buffer.byteLength
  }

  next (events: Events): void {
    const what = this.view.getUint8(this.at++)
    const id = this.number()
    switch (what) {
      case EVENT.begins: return events.begins(id, this.float(), startOf(this.latin1()))
      case EVENT.answers: return events.answers(id, this.latin1())
      case EVENT.sends: return events.sends(id, this.piece())
      case EVENT.receives: return events.receives(id, this.float(), this.piece())
      case EVENT.skipsRequest: return events.skips(id, 'request', this.float())
      case EVENT.skipsResponse: return events.skips(id, 'response', this.float())
      case EVENT.ends: return events.ends(id, this.float(), this.piece().toString())
      default: return events.fails(id, this.float(), this.piece().toString())
    }
  }

  private number (): number {
    const value = this.view.getUint32(this.at)
    this.at += 4
    return value
  }

  private float (): number {
    const value = this.view.getFloat64(this.at)
    this.at += 8
    return value
  }

  private latin1 (): string {
    return this.piece().toString('latin1')
  }

  private piece (): Buffer {
    const end = this.number() + this.at
    const piece = this.buffer.subarray(this.at, end)
    this.at = end
    return piece
  }
}

function startOf (text: string): RequestStart {
  const afterVia = text.indexOf(SEPARATOR)
  const afterMethod = text.indexOf(SEPARATOR, afterVia + 1)
  const afterApi = text.indexOf(SEPARATOR, afterMethod + 1)
  return {
    via: text.slice(0, afterVia),
    method: text.slice(afterVia + 1, afterMethod),
    api: text.slice(afterMethod + 1, afterApi),
    header: text.slice(afterApi + 1)
  }
}
