// What becomes ready for a viewer in one moment leaves in one write. A write to the kernel costs more than everything else that
// a message does: without this, fan-out waits for writes.

/** The stream below a viewer's WebSocket. */
export interface Stream {
  cork(): void
  uncork(): void
}

export class Outlet {
  private readonly corked = new Set<Stream>()

  /** To be called before something is sent: it is held back until all that has come in has been seen to. */
  gather (stream: Stream): void {
    if (this.corked.size === 0) setImmediate(() => this.releaseAll())
    if (this.corked.has(stream)) return
    this.corked.add(stream)
    stream.cork()
  }

  /** Sends what was held back, now. */
  release (stream: Stream): void {
    if (this.corked.delete(stream)) stream.uncork()
  }

  private releaseAll (): void {
    for (const stream of this.corked) stream.uncork()
    this.corked.clear()
  }
}
