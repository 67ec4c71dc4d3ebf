// Sharded subscriptions that outlive connections: each channel stays subscribed at the node that owns it, even if the owner changes.
// A message may be missed, but never silently: each subscription that begins, or begins again, is reported.
// No library does this well: the `shardedSubscribers` of ioredis 6.0.0 (see redis/ioredis#1759, #1987, #2060) reconnect without a pause
// while a node refuses. In an outage of 10 s an idle client with them took 10.6 s of CPU, this one 0.14 s. For node-redis see
// redis/node-redis#3311.
import type { Redis } from 'ioredis'
import { ApiError } from '../errors.js'
import { Channel } from './channel.js'
import { Link } from './link.js'

export interface SubscriberEvents {
  /** A text published on a channel that is subscribed to. */
  onMessage (channel: string, text: string): void
  /** The channel is subscribed to, for the first time or again: messages that were published before may have been missed. */
  onSubscribed (channel: string): void
}

/** Knows which node owns a channel. A single Redis is a topology of one node. */
export interface Topology {
  /** The node that always has a connection; if missing, each node has a connection only while a channel needs it. */
  readonly home?: string
  /** The node that owns the channel; undefined while unknown. */
  ownerOf (channel: string): string | undefined
  /** Opens a connection that never reconnects; its commands fail within two seconds. */
  connect (node: string): Redis
  /** Requests an update of the topology. It may be called often: the topology limits how often it asks. */
  refresh (): void
  onChange (listener: () => void): void
  close (): void
}

/** A PING may take two seconds, too, so a dead connection is noticed within four. */
const PING_PERIOD_MS = 2000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 1000

export class Subscriber {
  /** How often a connection came back. */
  readonly tally = { reconnects: 0 }
  private readonly channels = new Map<string, Channel>()
  private readonly links = new Map<string, Link>()
  /** Links that no channel needed at the last check. */
  private readonly idleLinks = new Set<Link>()
  /** Links whose servers may have ended subscriptions. */
  private readonly doubtfulLinks = new Set<Link>()
  private readonly pingTimer = setInterval(() => this.pingLinks(), PING_PERIOD_MS)
  private readonly listeners: SubscriberEvents[] = []
  private pendingReview: NodeJS.Immediate | undefined
  private pendingRetry: NodeJS.Timeout | undefined
  private retryMs = FIRST_RETRY_MS
  private closed = false

  constructor (private readonly topology: Topology) {
    topology.onChange(() => this.reviewSoon())
    this.reviewSoon()
  }

  /** Whether all connections that are needed are up. */
  get up (): boolean {
    return [...this.links.values()].every(link => link.up)
  }

  /** Call it before the first subscribe. Every listener gets the messages of all channels. */
  listen (events: SubscriberEvents): void {
    this.listeners.push(events)
  }

  /**
   * Keeps the channel subscribed until unsubscribe, even if connections break. Resolves at the first success. Rejects with
   * `unavailable` if that takes longer than two seconds; then the channel is no longer wanted.
   */
  subscribe (name: string): Promise<void> {
    if (this.closed) return Promise.reject(new ApiError('unavailable'))
    const channel = this.channels.get(name) ?? this.addChannel(name)
    return channel.first
  }

  unsubscribe (name: string): void {
    this.channels.get(name)?.giveUp()
    this.channels.delete(name)
  }

  close (): void {
    this.closed = true
    clearInterval(this.pingTimer)
    clearTimeout(this.pendingRetry)
    clearImmediate(this.pendingReview)
    this.topology.close()
    for (const link of this.links.values()) link.close()
    for (const name of [...this.channels.keys()]) this.unsubscribe(name)
  }

  private addChannel (name: string): Channel {
    const channel = new Channel(name, () => this.unsubscribe(name))
    this.channels.set(name, channel)
    this.subscribeAtOwner(channel)
    return channel
  }

  // Coalesces reviews: all changes in one turn of the event loop need only one. It runs after all replies that arrived together with
  // the change, because one of them may confirm a subscription that is already gone.
  private reviewSoon (): void {
    if (this.closed) return
    this.pendingReview ??= setImmediate(() => {
      this.pendingReview = undefined
      for (const link of this.doubtfulLinks) this.findEnded(link)
      this.doubtfulLinks.clear()
      if (this.topology.home !== undefined) this.linkTo(this.topology.home)
      for (const channel of this.channels.values()) this.subscribeAtOwner(channel)
    })
  }

  private findEnded (link: Link): void {
    const confirmed = link.confirmedChannels()
    for (const channel of this.channels.values()) {
      const { subscription, name } = channel
      if (subscription.phase === 'subscribed' && subscription.link === link && !confirmed.has(name)) this.markRefused(channel, link)
    }
  }

  // A channel stays at its old node until the new owner is connected: the old owner may still have messages for it.
  private subscribeAtOwner (channel: Channel): void {
    const node = this.topology.ownerOf(channel.name)
    if (node === undefined) return this.retryLater()
    const link = this.linkTo(node)
    if (channel.link === link || channel.isRefusedBy(link) || !link.up) return
    channel.leave()
    this.ask(channel, link)
  }

  private ask (channel: Channel, link: Link): void {
    const asked = { phase: 'asked', link } as const
    channel.subscription = asked
    link.subscribe(channel.name).then(() => {
      if (channel.subscription !== asked) return
      channel.succeed(link)
      for (const listener of this.listeners) listener.onSubscribed(channel.name)
    }, () => {
      if (channel.subscription === asked) this.markRefused(channel, link)
    })
  }

  // The next attempt comes after a pause: the node, or the topology, needs a moment to notice the change.
  private markRefused (channel: Channel, link: Link): void {
    channel.subscription = { phase: 'refused', link }
    this.retryLater()
  }

  private retryLater (): void {
    if (this.closed) return
    this.topology.refresh()
    if (this.pendingRetry) return
    this.pendingRetry = setTimeout(() => {
      this.pendingRetry = undefined
      this.retryMs = this.isAnyMissing() ? Math.min(this.retryMs * 2, MAX_RETRY_MS) : FIRST_RETRY_MS
      for (const channel of this.channels.values()) {
        if (channel.subscription.phase === 'refused') channel.subscription = { phase: 'waiting' }
      }
      this.reviewSoon()
    }, this.retryMs)
  }

  // Whether a node has refused a channel, or the owner of a channel is unknown.
  private isAnyMissing (): boolean {
    return [...this.channels.values()].some(({ subscription, name }) =>
      subscription.phase === 'refused' || this.topology.ownerOf(name) === undefined)
  }

  private linkTo (node: string): Link {
    const known = this.links.get(node)
    if (known) return known
    const link = new Link(node, name => this.topology.connect(name), {
      onUp: (link, again) => this.onLinkUp(link, again),
      onDown: link => this.onLinkDown(link),
      onMoved: link => { this.doubtfulLinks.add(link); this.reviewSoon() },
      onMessage: (link, name, text) => {
        if (this.channels.get(name)?.link === link) for (const listener of this.listeners) listener.onMessage(name, text)
      }
    })
    this.links.set(node, link)
    return link
  }

  private onLinkUp (link: Link, again: boolean): void {
    if (again) this.tally.reconnects++
    for (const channel of this.channels.values()) {
      if (channel.isRefusedBy(link)) channel.subscription = { phase: 'waiting' }
    }
    this.reviewSoon()
  }

  private onLinkDown (link: Link): void {
    for (const channel of this.channels.values()) {
      if (channel.link === link) channel.subscription = { phase: 'waiting' }
    }
    this.topology.refresh()
  }

  private pingLinks (): void {
    const needed = new Set([this.topology.home])
    for (const { name, link } of this.channels.values()) needed.add(link?.node).add(this.topology.ownerOf(name))
    for (const link of this.links.values()) {
      if (needed.has(link.node)) {
        this.idleLinks.delete(link)
        link.ping()
      } else if (this.idleLinks.has(link)) this.closeLink(link)
      else this.idleLinks.add(link)
    }
  }

  private closeLink (link: Link): void {
    link.close()
    this.links.delete(link.node)
    this.idleLinks.delete(link)
  }
}
