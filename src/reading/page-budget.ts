// The memory for data that clients have not read yet: pages of responses, and of changes that viewers missed. The total is limited. Small
// pages and large ones have a share each, so that large ones never keep small ones waiting.

export interface PageHolder {
  /** The address of the client that the page is for. */
  readonly address: string
  readonly hasLeft: boolean
  /** Bytes of its page that were written, but not yet accepted by the network. */
  readonly unsentBytes: number
  /** Ends this reader: it reads too slowly, and others wait. */
  endAsSlow(): void
}

export interface BudgetLimits {
  /** A page of more bytes is a large one. */
  smallBytes: number
  /** The size of each share. */
  shareBytes: number
  /** How long a reader may take nothing of a ready page while others wait. */
  graceMs: number
  /** The same, if its client holds more than a quarter of the share, and another client waits. */
  greedyGraceMs: number
}

/** While others wait, a page that is taken bit by bit is held at most this many times `graceMs`. */
const MAX_HELD_FACTOR = 10
/** A reader that took its whole page, but whose network is slower, may be idle this many times longer. */
const TAKEN_FACTOR = 3
/** A client that holds more than this fraction of a share is greedy. */
const GREEDY_FRACTION = 1 / 4

export class PageBudget {
  private readonly small
  private readonly large

  constructor (private readonly limits: BudgetLimits) {
    this.small = new Share(limits)
    this.large = new Share(limits)
  }

  /** If more than half of the share for small pages is free, fast readers may read ahead. */
  get isHalfEmpty (): boolean {
    return this.small.bytes < this.limits.shareBytes / 2
  }

  /** How much of the share for small pages is free. */
  get freeBytes (): number {
    return Math.max(0, this.limits.shareBytes - this.small.bytes)
  }

  /**
   * Releases the holder's previous page, and resolves when there is room for the next one; with false if the holder has left. Until the
   * page is ready, the holder does not count as slow. Data that comes only as a whole, such as an image, is a large page of any size.
   */
  async room (holder: PageHolder, bytes: number, isLarge = bytes > this.limits.smallBytes): Promise<boolean> {
    this.release(holder)
    await (isLarge ? this.large : this.small).enter(holder, bytes)
    if (holder.hasLeft) this.release(holder)
    return !holder.hasLeft
  }

  /** The page is ready to be read, and has this many bytes. It stays in its share. */
  settle (holder: PageHolder, bytes: number): void {
    if (holder.hasLeft) this.release(holder)
    else for (const share of [this.small, this.large]) share.settle(holder, bytes)
  }

  /** The holder has taken a part of its page. */
  touch (holder: PageHolder): void {
    for (const share of [this.small, this.large]) share.touch(holder)
  }

  /** The holder has taken its whole page, and waits for its next one. It keeps `keptBytes` bytes of what it has. */
  taken (holder: PageHolder, keptBytes = 0): void {
    for (const share of [this.small, this.large]) share.taken(holder, keptBytes)
  }

  release (holder: PageHolder): void {
    for (const share of [this.small, this.large]) share.leave(holder)
  }
}

/**
 * Times are those of `performance.now()`. `readyMs`: when the page became ready; Infinity until then. `keptBytes`: is set once the whole
 * page is taken and the holder waits for its turn.
 */
interface HeldPage { bytes: number, readyMs: number, touchedMs: number, keptBytes?: number }
interface WaitingHolder { holder: PageHolder, bytes: number, enter: () => void }

class Share {
  bytes = 0
  private readonly held = new Map<PageHolder, HeldPage>()
  /** In order of arrival. */
  private readonly waiting = new Set<WaitingHolder>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor (private readonly limits: BudgetLimits) {}

  enter (holder: PageHolder, bytes: number): Promise<void> {
    return new Promise(resolve => {
      this.waiting.add({ holder, bytes, enter: resolve })
      this.admit()
    })
  }

  leave (holder: PageHolder): void {
    const held = this.held.get(holder)
    if (held) {
      this.held.delete(holder)
      this.bytes -= held.bytes
    }
    if (this.waiting.size > 0) this.admit()
  }

  settle (holder: PageHolder, bytes: number): void {
    const held = this.held.get(holder)
    if (!held) return
    this.bytes += bytes - held.bytes
    const nowMs = performance.now()
    this.held.set(holder, { bytes, readyMs: nowMs, touchedMs: nowMs })
    if (this.waiting.size > 0) this.admit()
  }

  touch (holder: PageHolder): void {
    const held = this.held.get(holder)
    // Until the page is ready, the client still reads the page before it: that says nothing about this one.
    if (held && held.readyMs < Infinity) held.touchedMs = performance.now()
  }

  taken (holder: PageHolder, keptBytes: number): void {
    const held = this.held.get(holder)
    if (held && held.readyMs < Infinity) held.keptBytes = keptBytes
  }

  /** Lets holders in, one after the other, until there is no room for the next one; then it tries again when a reader may be ended. */
  private admit (): void {
    clearTimeout(this.timer)
    for (let next = this.next(); next; next = this.next()) {
      const leftMs = this.makeRoom(next)
      if (leftMs > 0) return this.admitIn(leftMs)
      this.waiting.delete(next)
      this.held.set(next.holder, { bytes: next.bytes, readyMs: Infinity, touchedMs: Infinity })
      this.bytes += next.bytes
      next.enter()
    }
  }

  /**
   * Frees pages, and ends slow readers, until there is room for this page; a holder that has left needs none. Returns 0 when the holder may
   * enter, else in how many milliseconds a reader may be ended.
   */
  private makeRoom ({ holder, bytes }: WaitingHolder): number {
    while (!holder.hasLeft && !this.hasRoom(bytes)) {
      if (this.freeSent()) continue
      const [slowest, leftMs] = this.slowestFor(holder)
      if (leftMs > 0) return leftMs
      if (!slowest) break
      this.bytes -= this.held.get(slowest)?.bytes ?? 0
      this.held.delete(slowest)
      slowest.endAsSlow()
    }
    return 0
  }

  /** An empty share has room for a page of any size. */
  private hasRoom (bytes: number): boolean {
    return this.bytes === 0 || this.bytes + bytes <= this.limits.shareBytes
  }

  /** `ms`: Infinity if no page is ready yet: then settle() or leave() tries again. */
  private admitIn (ms: number): void {
    // After the events of that turn: if the process itself was blocked, they show which clients have read meanwhile.
    if (ms < Infinity) this.timer = setTimeout(() => { setImmediate(() => { this.admit() }) }, ms)
  }

  /** Frees the pages that were taken and sent: their holders only wait for their turn. Returns whether there was any. */
  private freeSent (): boolean {
    let freedBytes = 0
    for (const [holder, held] of this.held) {
      if (held.keptBytes === undefined || held.bytes <= held.keptBytes || holder.unsentBytes > 0) continue
      freedBytes += held.bytes - held.keptBytes
      held.bytes = held.keptBytes
    }
    this.bytes -= freedBytes
    return freedBytes > 0
  }

  /** The holder whose client holds least comes first; among holders of one client, the one that has waited longest. */
  private next (): WaitingHolder | undefined {
    const bytesOfClient = this.byAddress()
    let first: WaitingHolder | undefined
    for (const waiting of this.waiting) {
      if (!first || (bytesOfClient.get(waiting.holder.address) ?? 0) < (bytesOfClient.get(first.holder.address) ?? 0)) first = waiting
    }
    return first
  }

  /** The holder to end now: the slowest reader of the client that holds most. If there is none: the time until one may be ended. */
  private slowestFor (waiting: PageHolder): [slowest: PageHolder | undefined, leftMs: number] {
    const nowMs = performance.now()
    const bytesOfClient = this.byAddress()
    const ends: number[] = []
    let slowest: PageHolder | undefined
    for (const [holder, held] of this.held) {
      if (held.bytes === 0) continue
      const endMs = this.endOf(
        held, holder.address !== waiting.address && (bytesOfClient.get(holder.address) ?? 0) > GREEDY_FRACTION * this.limits.shareBytes
      )
      ends.push(endMs)
      if (endMs <= nowMs && (!slowest || this.isWorse(holder, slowest, bytesOfClient))) slowest = holder
    }
    return slowest || ends.length === 0 ? [slowest, 0] : [undefined, Math.max(1, Math.min(...ends) - nowMs)]
  }

  private endOf ({ touchedMs, readyMs, keptBytes }: HeldPage, isGreedy: boolean): number {
    const { graceMs, greedyGraceMs } = this.limits
    const ownMs = (isGreedy ? greedyGraceMs : graceMs) * (keptBytes === undefined ? 1 : TAKEN_FACTOR)
    return Math.min(touchedMs + ownMs, readyMs + MAX_HELD_FACTOR * graceMs)
  }

  private isWorse (holder: PageHolder, other: PageHolder, bytesOfClient: Map<string, number>): boolean {
    const more = (bytesOfClient.get(holder.address) ?? 0) - (bytesOfClient.get(other.address) ?? 0)
    return more > 0 || (more === 0 && (this.held.get(holder)?.touchedMs ?? 0) < (this.held.get(other)?.touchedMs ?? 0))
  }

  private byAddress (): Map<string, number> {
    const bytesOfClient = new Map<string, number>()
    for (const [{ address }, { bytes }] of this.held) bytesOfClient.set(address, (bytesOfClient.get(address) ?? 0) + bytes)
    return bytesOfClient
  }
}
