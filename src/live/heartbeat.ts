// One timer for all viewers of this replica: each is pinged now and then, so that proxies keep the connection open and a peer
// that vanished is noticed.

export interface Beating {
  beat(): void
}

const PERIOD_MS = 25_000

export class Heartbeat {
  private readonly beating = new Set<Beating>()
  private readonly timer: NodeJS.Timeout

  constructor (periodMs = PERIOD_MS) {
    this.timer = setInterval(() => { for (const one of this.beating) one.beat() }, periodMs)
  }

  add (one: Beating): void {
    this.beating.add(one)
  }

  remove (one: Beating): void {
    this.beating.delete(one)
  }

  close (): void {
    clearInterval(this.timer)
  }
}
