// The connection to one node for subscriptions: it is opened, checked for a server that hangs, and replaced after a pause if it breaks.
// A broken connection is never reused, so none of its state reaches the next one; its subscriptions end with it.
import type { Redis } from 'ioredis'

export interface LinkEvents {
  /** The connection is ready, without subscriptions; `again`: this is not the first time. */
  onUp (link: Link, again: boolean): void
  /** The connection is lost, and every subscription with it. */
  onDown (link: Link): void
  /** The server ended some subscriptions by itself: their slot has moved away. */
  onMoved (link: Link): void
  onMessage (link: Link, channel: string, text: string): void
}

type State =
  { phase: 'connecting' | 'up', redis: Redis } |
  { phase: 'pausing', timer: NodeJS.Timeout } |
  { phase: 'closed' }

const MAX_PAUSE_MS = 1000

export class Link {
  private state: State = { phase: 'closed' }
  private failures = 0
  private hasBeenUp = false

  constructor (
    readonly node: string,
    private readonly connect: (node: string) => Redis,
    private readonly events: LinkEvents
  ) {
    this.open()
  }

  /** Whether it is connected, and accepts subscriptions. */
  get up (): boolean {
    return this.state.phase === 'up'
  }

  /** Rejects if there is no connection, or if the node refuses, is not the channel's owner, or is silent for two seconds. */
  async subscribe (channel: string): Promise<void> {
    if (this.state.phase !== 'up') throw new Error(`There is no connection to ${this.node}`)
    await this.state.redis.ssubscribe(channel)
  }

  /** Commands of one connection run in order. If this one fails, the connection is gone, and the subscription with it. */
  unsubscribe (channel: string): void {
    if (this.state.phase === 'up') this.state.redis.sunsubscribe(channel).catch(() => undefined)
  }

  /** The channels that the server has confirmed, without those that it has reported as ended. */
  confirmedChannels (): Set<string> {
    const subscriptions = this.state.phase === 'up' ? this.state.redis.condition?.subscriber : undefined
    return new Set(subscriptions ? subscriptions.channels('ssubscribe') : [])
  }

  /** A server that hangs, or a network that drops every packet, does not close the connection: only a PING reveals it. */
  ping (): void {
    if (this.state.phase !== 'up') return
    const { redis } = this.state
    redis.ping().catch(() => this.openLater(redis))
  }

  close (): void {
    const { state } = this
    this.state = { phase: 'closed' }
    if (state.phase === 'pausing') clearTimeout(state.timer)
    if (state.phase === 'connecting' || state.phase === 'up') state.redis.disconnect()
  }

  private open (): void {
    const redis = this.connect(this.node)
    this.state = { phase: 'connecting', redis }
    redis.on('ready', () => {
      if (!this.isCurrent(redis)) return
      const again = this.hasBeenUp
      this.failures = 0
      this.hasBeenUp = true
      this.state = { phase: 'up', redis }
      this.events.onUp(this, again)
    })
    redis.on('moved', () => { if (this.isCurrent(redis)) this.events.onMoved(this) })
    redis.on('smessage', (channel: string, text: string) => this.events.onMessage(this, channel, text))
    redis.on('end', () => this.openLater(redis))
  }

  private openLater (lost: Redis): void {
    if (!this.isCurrent(lost)) return
    this.close()
    this.state = { phase: 'pausing', timer: setTimeout(() => this.open(), pauseMs(this.failures++)) }
    this.events.onDown(this)
  }

  private isCurrent (redis: Redis): boolean {
    return 'redis' in this.state && this.state.redis === redis
  }
}

function pauseMs (failures: number): number {
  return Math.min(50 * 2 ** failures, MAX_PAUSE_MS) + Math.random() * 50
}
