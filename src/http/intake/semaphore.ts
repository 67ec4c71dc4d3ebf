// A weighted semaphore: turns in order of arrival, with a limit on the total weight at one time. A caller that waits too long gets an
// error, and may retry. No library is used: with a library, a caller cannot leave the queue, so the body of a client that hangs up would
// stay in memory.
import { ApiError } from '../../errors.js'

interface Turn { weight: number, start: () => void }

export class Semaphore {
  private taken = 0
  private readonly waiting = new Set<Turn>()

  constructor (private readonly capacity: number, private readonly timeoutMs: number) {}

  /**
   * Resolves at the caller's turn, with a function that ends it; rejects with `unavailable` after too long a wait. If no other turn is
   * running, any weight is accepted. `onLeave` gets a function that leaves the queue.
   */
  async acquire (weight: number, onLeave?: (leave: () => void) => void): Promise<() => void> {
    if (this.waiting.size > 0 || !this.hasRoom(weight)) await this.wait(weight, onLeave)
    else this.taken += weight
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.taken -= weight
      this.startNext()
    }
  }

  private hasRoom (weight: number): boolean {
    return this.taken === 0 || this.taken + weight <= this.capacity
  }

  private wait (weight: number, onLeave?: (leave: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        if (!this.waiting.delete(turn)) return
        reject(new ApiError('unavailable', 'Too many large bodies are waiting at the moment; try again'))
        this.startNext()
      }
      const turn = { weight, start: () => { clearTimeout(timer); resolve() } }
      const timer = setTimeout(leave, this.timeoutMs)
      this.waiting.add(turn)
      onLeave?.(leave)
    })
  }

  private startNext (): void {
    for (const turn of this.waiting) {
      if (!this.hasRoom(turn.weight)) return
      this.waiting.delete(turn)
      this.taken += turn.weight
      turn.start()
    }
  }
}
