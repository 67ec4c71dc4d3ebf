// Shares the event loop between responses. A response whose socket accepts all data at once would block other requests, and a hundred such
// responses would block the loop a hundred times as long. So only one response continues in each round of the loop.

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
