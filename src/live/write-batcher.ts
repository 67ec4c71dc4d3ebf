// Collects the data that becomes ready for a viewer in one turn of the event loop, and sends it in one write. A write to the kernel costs
// more than all other work on a message: without this, writes would limit the fan-out.

/** The stream below a viewer's WebSocket. */
export interface Stream {
  cork(): void
  uncork(): void
}

export class WriteBatcher {
  private readonly corked = new Set<Stream>()

  /** Call it before you send something: the data is held back until all input of this turn of the event loop has been handled. */
  batch (stream: Stream): void {
    if (this.corked.size === 0) setImmediate(() => this.flushAll())
    if (this.corked.has(stream)) return
    this.corked.add(stream)
    stream.cork()
  }

  /** Sends the data that was held back, now. */
  flush (stream: Stream): void {
    if (this.corked.delete(stream)) stream.uncork()
  }

  private flushAll (): void {
    for (const stream of this.corked) stream.uncork()
    this.corked.clear()
  }
}
