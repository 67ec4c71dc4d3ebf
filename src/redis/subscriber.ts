// Sharded subscriptions that outlive connections: each channel is kept subscribed at the node that owns it, wherever that
// is. Not ioredis's own `shardedSubscribers`, which spin while a node is away. A message may be missed, never silently:
// every subscription that begins, or begins again, is told.
import type { Redis } from 'ioredis'
import { ApiError } from '../errors.js'
import { Link } from './link.js'

export interface SubscriberEvents {
  /** A text published on a channel that is subscribed to. */
  onMessage (channel: string, text: string): void
  /** The channel is subscribed to, for the first time or again: whatever was published before may have been missed. */
  onSubscribed (channel: string): void
}

/** Where channels live. A single Redis is a topology of one node. */
export interface Topology {
  /** The node that never goes without a connection; none: each has one while a channel needs it. */
  readonly home?: string
  /** Undefined while unknown. */
  ownerOf (channel: string): string | undefined
  /** A connection under way, for one life: it does not reconnect, and its commands fail within two seconds. */
  connect (node: string): Redis
  /** Asks for news; may be called as often as one likes. */
  refresh (): void
  onChange (listener: () => void): void
  close (): void
}

interface Channel {
  readonly name: string
  /** Settled by the first success, or by the end of patience. */
  readonly first: Promise<void>
  readonly settle: (error?: ApiError) => void
  /** Where it is subscribed to, or has asked to be; a new object each time, so that a late reply finds itself outdated. */
  place: { readonly link: Link, confirmed: boolean } | undefined
  /** Who is not asked again at once, after it refused. */
  refusedBy: Link | undefined
}

const PATIENCE_MS = 2000
/** Together with the two seconds that a PING may take: a dead connection is noticed within four. */
const BEAT_MS = 2000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 1000

export class Subscriber {
  /** How often a connection came back. */
  readonly tally = { reconnects: 0 }
  private readonly channels = new Map<string, Channel>()
  private readonly links = new Map<string, Link>()
  private readonly beats = setInterval(() => this.beat(), BEAT_MS)
  private readonly doubted = new Set<Link>()
  private events: SubscriberEvents | undefined
  private looking: NodeJS.Immediate | undefined
  private retry: NodeJS.Timeout | undefined
  private retryMs = FIRST_RETRY_MS
  private closed = false

  constructor (private readonly topology: Topology) {
    topology.onChange(() => this.look())
    this.look()
  }

  /** Whether every connection that is needed stands. */
  get up (): boolean {
    return [...this.links.values()].every(link => link.up)
  }

  /** Once, before the first subscribe. */
  listen (events: SubscriberEvents): void {
    this.events = events
  }

  /**
   * Keeps the channel subscribed until unsubscribe, whatever happens to connections. Resolves at the first success; rejects
   * with `unavailable` when that takes longer than two seconds, and then the channel is no longer wanted.
   */
  subscribe (name: string): Promise<void> {
    if (this.closed) return Promise.reject(new ApiError('unavailable'))
    const channel = this.channels.get(name) ?? this.want(name)
    return channel.first
  }

  unsubscribe (name: string): void {
    const channel = this.channels.get(name)
    if (!channel) return
    this.channels.delete(name)
    leave(channel)
    channel.settle(new ApiError('unavailable'))
  }

  close (): void {
    this.closed = true
    clearInterval(this.beats)
    clearTimeout(this.retry)
    clearImmediate(this.looking)
    this.topology.close()
    for (const link of this.links.values()) link.close()
    for (const name of [...this.channels.keys()]) this.unsubscribe(name)
  }

  private want (name: string): Channel {
    const channel = newChannel(name, () => this.unsubscribe(name))
    this.channels.set(name, channel)
    this.place(channel)
    return channel
  }

  // What changed a moment ago often changes again in the same moment: one look does for all of it. It comes after every reply
  // that arrived together with the news, because one of them may confirm what is already gone.
  private look (): void {
    if (this.closed) return
    this.looking ??= setImmediate(() => {
      this.looking = undefined
      for (const link of this.doubted) this.check(link)
      this.doubted.clear()
      if (this.topology.home !== undefined) this.linkTo(this.topology.home)
      for (const channel of this.channels.values()) this.place(channel)
    })
  }

  // A channel stays where it is until its owner can be asked: what was the owner may still have messages for it.
  private place (channel: Channel): void {
    const node = this.topology.ownerOf(channel.name)
    if (node === undefined) return this.retryLater()
    const link = this.linkTo(node)
    if (channel.place?.link === link || channel.refusedBy === link || !link.up) return
    leave(channel)
    this.ask(channel, link)
  }

  private ask (channel: Channel, link: Link): void {
    const place = { link, confirmed: false }
    channel.place = place
    channel.refusedBy = undefined
    link.subscribe(channel.name).then(() => {
      if (channel.place !== place) return
      place.confirmed = true
      channel.settle()
      this.events?.onSubscribed(channel.name)
    }, () => {
      if (channel.place === place) this.lose(channel, link)
    })
  }

  // The node is not asked again at once: it takes a moment until it, or the topology, knows better.
  private lose (channel: Channel, link: Link): void {
    channel.place = undefined
    channel.refusedBy = link
    this.retryLater()
  }

  private retryLater (): void {
    this.topology.refresh()
    if (this.closed || this.retry) return
    this.retry = setTimeout(() => {
      this.retry = undefined
      this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS)
      if (!this.forgive()) this.retryMs = FIRST_RETRY_MS
      this.look()
    }, this.retryMs)
  }

  // Whether anything is still missing where a node could be asked for it.
  private forgive (): boolean {
    let missing = false
    for (const channel of this.channels.values()) {
      if (channel.refusedBy || this.topology.ownerOf(channel.name) === undefined) missing = true
      channel.refusedBy = undefined
    }
    return missing
  }

  private linkTo (node: string): Link {
    const known = this.links.get(node)
    if (known) return known
    const link = new Link(node, name => this.topology.connect(name), {
      onUp: (link, again) => this.rise(link, again),
      onDown: link => this.fall(link),
      onMoved: link => { this.doubted.add(link); this.look() },
      onMessage: (link, name, text) => {
        if (this.channels.get(name)?.place?.link === link) this.events?.onMessage(name, text)
      }
    })
    this.links.set(node, link)
    return link
  }

  private rise (link: Link, again: boolean): void {
    if (again) this.tally.reconnects++
    for (const channel of this.channels.values()) {
      if (channel.refusedBy === link) channel.refusedBy = undefined
    }
    this.look()
  }

  private fall (link: Link): void {
    for (const channel of this.channels.values()) {
      if (channel.place?.link === link) channel.place = undefined
    }
    this.topology.refresh()
  }

  private check (link: Link): void {
    const held = link.held()
    for (const channel of this.channels.values()) {
      const { place } = channel
      if (place?.link === link && place.confirmed && !held.has(channel.name)) this.lose(channel, link)
    }
  }

  private beat (): void {
    const needed = new Set([this.topology.home])
    for (const { name, place } of this.channels.values()) needed.add(place?.link.node).add(this.topology.ownerOf(name))
    for (const link of this.links.values()) {
      if (needed.has(link.node)) link.ping()
      else if (link.idle) this.drop(link)
      link.idle = !needed.has(link.node)
    }
  }

  private drop (link: Link): void {
    link.close()
    this.links.delete(link.node)
  }
}

function newChannel (name: string, onLate: () => void): Channel {
  let settle: Channel['settle'] = () => {}
  const first = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(onLate, PATIENCE_MS)
    settle = error => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
  })
  // Whoever subscribed is told; nobody may be left to be told when all of them have gone.
  first.catch(() => undefined)
  return { name, first, settle, place: undefined, refusedBy: undefined }
}

function leave (channel: Channel): void {
  channel.place?.link.unsubscribe(channel.name)
  channel.place = undefined
}
