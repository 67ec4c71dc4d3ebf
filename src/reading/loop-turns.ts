// The event loop, shared between replies: a socket that takes all at once would let no other request in between, and a hundred such
// sockets would hold the loop for a hundred times as long. One of them goes on in each round of the loop.

export class LoopTurns {
  private readonly waiting: (() => void)[] = []

  /** Resolves in a later round of the event loop, in order of arrival. */
  next (): Promise<void> {
    return new Promise(resolve => {
      if (this.waiting.push(resolve) === 1) setImmediate(this.startOne)
    })
  }

  private readonly startOne = (): void => {
    this.waiting.shift()?.()
    if (this.waiting.length > 0) setImmediate(this.startOne)
  }
}
