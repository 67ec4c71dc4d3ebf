// A listener of a Subscriber for tests: it records all events, and tests can wait for them.
import type { Subscriber, SubscriberEvents } from '../../src/redis/subscriber.js'

export class Ear implements SubscriberEvents {
  /** Every text, in the order in which they came. */
  readonly heard: string[] = []
  /** The channel of every subscription that began. */
  readonly begun: string[] = []
  private readonly count = new Map<string, number>()
  private readonly waiting = new Set<() => void>()

  constructor (subscriber: Subscriber) {
    subscriber.listen(this)
  }

  onMessage (_channel: string, text: string): void {
    this.heard.push(text)
    this.tell()
  }

  onSubscribed (channel: string): void {
    this.begun.push(channel)
    this.count.set(channel, this.begins(channel) + 1)
    this.tell()
  }

  /** How many subscriptions to the channel have begun. */
  begins (channel: string): number {
    return this.count.get(channel) ?? 0
  }

  async hears (text: string): Promise<void> {
    await this.when(() => this.heard.includes(text))
  }

  /** The suite's time limit is the alarm. */
  when (holds: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const look = () => {
        if (!holds()) return
        this.waiting.delete(look)
        resolve()
      }
      this.waiting.add(look)
      look()
    })
  }

  private tell (): void {
    for (const look of [...this.waiting]) look()
  }
}
