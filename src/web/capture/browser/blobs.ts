// Reads the beginnings of blobs in groups: all blobs that arrive within a short time are read together, which costs a fraction of reading
// each alone.
import type { Host } from '../core/host.js'
import { MESSAGE_BYTES } from '../core/message.js'

const GATHER_MS = 100
const MAX_AT_ONCE = 200

/** undefined: the blob cannot be read. */
type Use = (bytes: Uint8Array | undefined) => void

export class Blobs {
  private waiting: [blob: Blob, use: Use][] = []
  private cancel: (() => void) | undefined

  constructor (private readonly host: Host) {}

  read (blob: Blob, use: Use): void {
    if (this.waiting.push([blob.slice(0, MESSAGE_BYTES), use]) >= MAX_AT_ONCE) this.run()
    else this.cancel ??= this.host.setTimer(() => this.run(), GATHER_MS)
  }

  private run (): void {
    const { waiting } = this
    this.cancel?.()
    this.cancel = undefined
    this.waiting = []
    new Blob(waiting.map(([blob]) => blob)).arrayBuffer().then(buffer => {
      let at = 0
      // Copies, because a view would keep all bytes in memory.
      for (const [{ size }, use] of waiting) use(new Uint8Array(buffer.slice(at, at += size)))
    }, () => {
      for (const [, use] of waiting) use(undefined)
    })
  }
}
