// What is held for those who have not taken it yet: pages of replies, and of what viewers have missed. All of it together is bounded. Small
// pages and large ones have a share each, so that large ones never keep small ones waiting.

export interface PageHolder {
  /** Whose it is: the address of the client. */
  readonly address: string
  readonly hasLeft: boolean
  /** It takes nothing of its page, and others wait. */
  endAsSlow(): void
}

export interface BudgetLimits {
  /** A page of more bytes is a large one. */
  smallBytes: number
  /** The size of each share. */
  shareBytes: number
  /** So long nothing of a page that is ready may be taken where others wait. */
  patienceMs: number
  /** Likewise, where its client holds more than a quarter of the share. */
  greedyPatienceMs: number
}

/** However slowly a page is taken bit by bit, where others wait it is held so many times as long as one that is not taken. */
const MOST_PATIENCES = 10
/** Who has taken all of its page waits for its turn, and may do so for longer. Not for ever: sockets that nobody reads take much, too. */
const TAKEN_PATIENCES = 3
const MOST_OF_SHARE = 1 / 4

export class PageBudget {
  private readonly small
  private readonly large

  constructor (private readonly limits: BudgetLimits) {
    this.small = new Share(limits)
    this.large = new Share(limits)
  }

  /** Fast readers may read ahead. */
  get isHalfEmpty (): boolean {
    return this.small.bytes < this.limits.shareBytes / 2
  }

  /** How much of the share for small pages is free. */
  get freeBytes (): number {
    return Math.max(0, this.limits.shareBytes - this.small.bytes)
  }

  /**
   * Lets go of the holder's page before, and resolves when there is room for its next one; with false where the holder has left. Until the
   * page is ready, the holder is not slow. What can be had as a whole only, such as an image, is a large page whatever its size.
   */
  async room (holder: PageHolder, bytes: number, isLarge = bytes > this.limits.smallBytes): Promise<boolean> {
    this.release(holder)
    await (isLarge ? this.large : this.small).enter(holder, bytes)
    if (holder.hasLeft) this.release(holder)
    return !holder.hasLeft
  }

  /** The page is ready to be taken, and has so many bytes. It stays in its share. */
  settle (holder: PageHolder, bytes: number): void {
    if (holder.hasLeft) this.release(holder)
    else for (const share of [this.small, this.large]) share.settle(holder, bytes)
  }

  /** The holder has taken a part of its page. */
  touch (holder: PageHolder): void {
    for (const share of [this.small, this.large]) share.touch(holder)
  }

  /** It has taken all of it, and waits for its next one. */
  taken (holder: PageHolder): void {
    for (const share of [this.small, this.large]) share.taken(holder)
  }

  release (holder: PageHolder): void {
    for (const share of [this.small, this.large]) share.leave(holder)
  }
}

/** `readyMs`: since when the page can be taken, Infinity while it is made. `isTaken`: all of it was, and the holder waits for its turn. */
interface Held { bytes: number, readyMs: number, touchedMs: number, isTaken: boolean }
interface Waiting { holder: PageHolder, bytes: number, enter: () => void }

class Share {
  bytes = 0
  private readonly held = new Map<PageHolder, Held>()
  /** In order of arrival. */
  private readonly waiting = new Set<Waiting>()
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
    this.held.set(holder, { bytes, readyMs: nowMs, touchedMs: nowMs, isTaken: false })
    if (this.waiting.size > 0) this.admit()
  }

  touch (holder: PageHolder): void {
    const held = this.held.get(holder)
    // What is taken meanwhile is of the page before: it says nothing of one that is still made.
    if (held && held.readyMs < Infinity) held.touchedMs = performance.now()
  }

  taken (holder: PageHolder): void {
    const held = this.held.get(holder)
    if (held && held.readyMs < Infinity) held.isTaken = true
  }

  // One alone always fits.
  private admit (): void {
    clearTimeout(this.timer)
    for (let next = this.next(); next; next = this.next()) {
      while (this.bytes > 0 && !next.holder.hasLeft && this.bytes + next.bytes > this.limits.shareBytes) {
        const [slowest, leftMs] = this.slowestFor(next.holder)
        if (leftMs > 0) {
          if (leftMs < Infinity) this.timer = setTimeout(() => { this.admit() }, leftMs)
          return
        }
        if (!slowest) break
        this.bytes -= this.held.get(slowest)?.bytes ?? 0
        this.held.delete(slowest)
        slowest.endAsSlow()
      }
      this.waiting.delete(next)
      this.held.set(next.holder, { bytes: next.bytes, readyMs: Infinity, touchedMs: Infinity, isTaken: false })
      this.bytes += next.bytes
      next.enter()
    }
  }

  /** Whose client holds least comes first, and of one client who has waited longest. */
  private next (): Waiting | undefined {
    const of = this.byAddress()
    let first: Waiting | undefined
    for (const waiting of this.waiting) {
      if (!first || (of.get(waiting.holder.address) ?? 0) < (of.get(first.holder.address) ?? 0)) first = waiting
    }
    return first
  }

  /** Whom to end now: of the client that holds most, the reader that takes least. Else after how long somebody may be ended. */
  private slowestFor (waiting: PageHolder): [slowest: PageHolder | undefined, leftMs: number] {
    const nowMs = performance.now()
    const of = this.byAddress()
    const ends: number[] = []
    let slowest: PageHolder | undefined
    for (const [holder, held] of this.held) {
      const endMs = this.endOf(
        held, holder.address !== waiting.address && (of.get(holder.address) ?? 0) > MOST_OF_SHARE * this.limits.shareBytes
      )
      ends.push(endMs)
      if (endMs <= nowMs && (!slowest || this.isWorse(holder, slowest, of))) slowest = holder
    }
    return slowest || ends.length === 0 ? [slowest, 0] : [undefined, Math.max(1, Math.min(...ends) - nowMs)]
  }

  private endOf ({ touchedMs, readyMs, isTaken }: Held, isGreedy: boolean): number {
    const { patienceMs, greedyPatienceMs } = this.limits
    const ownMs = (isGreedy ? greedyPatienceMs : patienceMs) * (isTaken ? TAKEN_PATIENCES : 1)
    return Math.min(touchedMs + ownMs, readyMs + MOST_PATIENCES * patienceMs)
  }

  private isWorse (holder: PageHolder, other: PageHolder, of: Map<string, number>): boolean {
    const more = (of.get(holder.address) ?? 0) - (of.get(other.address) ?? 0)
    return more > 0 || (more === 0 && (this.held.get(holder)?.touchedMs ?? 0) < (this.held.get(other)?.touchedMs ?? 0))
  }

  private byAddress (): Map<string, number> {
    const of = new Map<string, number>()
    for (const [{ address }, { bytes }] of this.held) of.set(address, (of.get(address) ?? 0) + bytes)
    return of
  }
}
