// One timer for all viewers of this replica: each is pinged once a period, so that proxies keep the connection open and a peer
// that vanished is noticed. Each tick pings a few viewers: pinging all of them at once would delay every request.

export interface Beating {
  beat(): void
}

const PERIOD_MS = 25_000
const TICKS = 250

export class Heartbeat {
  private readonly ofTick = Array.from({ length: TICKS }, () => new Set<Beating>())
  private readonly tickOf = new Map<Beating, Set<Beating>>()
  private readonly timer: NodeJS.Timeout
  private now = 0

  constructor (periodMs = PERIOD_MS) {
    this.timer = setInterval(() => { this.tick() }, periodMs / TICKS)
  }

  add (one: Beating): void {
    const emptiest = this.ofTick.reduce((least, tick) => tick.size < least.size ? tick : least)
    emptiest.add(one)
    this.tickOf.set(one, emptiest)
  }

  remove (one: Beating): void {
    this.tickOf.get(one)?.delete(one)
    this.tickOf.delete(one)
  }

  close (): void {
    clearInterval(this.timer)
  }

  private tick (): void {
    for (const one of this.ofTick[this.now] ?? []) one.beat()
    this.now = (this.now + 1) % TICKS
  }
}
