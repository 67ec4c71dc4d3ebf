// A listener of a Subscriber for tests: it records all events, and tests can wait for them.
import type { Subscriber, SubscriberEvents } from '../../src/redis/subscriber.js'

export class SubscriberLog implements SubscriberEvents {
  /** All texts, in order of arrival. */
  readonly heard: string[] = []
  /** The channels of all subscriptions that began. */
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

  /** Returns the number of subscriptions to the channel that have begun. */
  begins (channel: string): number {
    return this.count.get(channel) ?? 0
  }

  async hears (text: string): Promise<void> {
    await this.when(() => this.heard.includes(text))
  }

  /** Resolves when the condition holds; otherwise the test times out. */
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
