// One node's connection for subscriptions: opened, kept from hanging, opened anew. Each connection has one life, so nothing
// of a broken one reaches into the next; what was subscribed to through it is gone with it.
import type { Redis } from 'ioredis'

export interface LinkEvents {
  /** Ready, with nothing subscribed to yet; `again`: not for the first time. */
  onUp (link: Link, again: boolean): void
  onDown (link: Link): void
  /** The server ended some subscriptions by itself: their slot has moved away. */
  onMoved (link: Link): void
  onMessage (link: Link, channel: string, text: string): void
}

const MAX_PAUSE_MS = 1000

export class Link {
  /** Whether subscriptions can be asked for. */
  up = false
  /** Whether nothing needed it when last looked at. */
  idle = false
  private redis: Redis | undefined
  private failures = 0
  private wasUp = false
  private pause: NodeJS.Timeout | undefined

  constructor (
    readonly node: string,
    private readonly connect: (node: string) => Redis,
    private readonly events: LinkEvents
  ) {
    this.open()
  }

  /** Rejects where the node refuses, is not the channel's owner, or is silent for two seconds. */
  async subscribe (channel: string): Promise<void> {
    await this.redis?.ssubscribe(channel)
  }

  /** Commands of one connection run in order. Where this one fails the connection is gone, and the subscription with it. */
  unsubscribe (channel: string): void {
    if (this.up) this.redis?.sunsubscribe(channel).catch(() => undefined)
  }

  /** What the server has not taken away, as far as it has told. */
  held (): Set<string> {
    const subscriptions = this.redis?.condition?.subscriber
    return new Set(subscriptions ? subscriptions.channels('ssubscribe') : [])
  }

  /** A server that hangs, or a network that swallows everything, closes nothing: only a question shows it. */
  ping (): void {
    const redis = this.redis
    if (redis && this.up) redis.ping().catch(() => this.drop(redis))
  }

  close (): void {
    clearTimeout(this.pause)
    this.up = false
    this.redis?.disconnect()
    this.redis = undefined
  }

  private open (): void {
    const redis = this.connect(this.node)
    this.redis = redis
    const whileOpen = (act: () => void) => () => { if (this.redis === redis) act() }
    redis.on('ready', whileOpen(() => {
      const again = this.wasUp
      this.failures = 0
      this.up = this.wasUp = true
      this.events.onUp(this, again)
    }))
    redis.on('moved', whileOpen(() => this.events.onMoved(this)))
    redis.on('smessage', (channel: string, text: string) => this.events.onMessage(this, channel, text))
    redis.on('end', () => this.drop(redis))
  }

  private drop (redis: Redis): void {
    if (this.redis !== redis) return
    this.close()
    this.pause = setTimeout(() => this.open(), pauseMs(this.failures++))
    this.events.onDown(this)
  }
}

function pauseMs (failures: number): number {
  return Math.min(50 * 2 ** failures, MAX_PAUSE_MS) + Math.random() * 50
}
