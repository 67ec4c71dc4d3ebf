// One timer for all viewers of this replica: each is pinged once a period, so that proxies keep the connection open and a peer
// that vanished is noticed. Each tick pings a few viewers: pinging all of them at once would delay every request.

export interface Beating {
  beat(): void
}

const PERIOD_MS = 25_000
const TICKS = 250

export class Heartbeat {
  /** For each tick, whom it pings. */
  private readonly slots = Array.from({ length: TICKS }, () => new Set<Beating>())
  private readonly slotOf = new Map<Beating, Set<Beating>>()
  private readonly timer: NodeJS.Timeout
  private now = 0

  constructor (periodMs = PERIOD_MS) {
    this.timer = setInterval(() => { this.tick() }, periodMs / TICKS)
  }

  add (one: Beating): void {
    const emptiest = this.slots.reduce((least, slot) => slot.size < least.size ? slot : least)
    emptiest.add(one)
    this.slotOf.set(one, emptiest)
  }

  remove (one: Beating): void {
    this.slotOf.get(one)?.delete(one)
    this.slotOf.delete(one)
  }

  close (): void {
    clearInterval(this.timer)
  }

  private tick (): void {
    for (const one of this.slots[this.now] ?? []) one.beat()
    this.now = (this.now + 1) % TICKS
  }
}
