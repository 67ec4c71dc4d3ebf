// One timer for all viewers of this replica: each is pinged once a period, so that proxies keep the connection open and a peer
// that vanished is noticed. Each tick pings a few viewers: pinging all of them at once would delay every request.

export interface HeartbeatMember {
  beat(): void
}

const PERIOD_MS = 25_000
const TICKS = 250

export class Heartbeat {
  /** The members that each tick pings. */
  private readonly slots = Array.from({ length: TICKS }, () => new Set<HeartbeatMember>())
  private readonly slotOf = new Map<HeartbeatMember, Set<HeartbeatMember>>()
  private readonly timer: NodeJS.Timeout
  private now = 0

  constructor (periodMs = PERIOD_MS) {
    this.timer = setInterval(() => { this.tick() }, periodMs / TICKS)
  }

  add (member: HeartbeatMember): void {
    const emptiest = this.slots.reduce((least, slot) => slot.size < least.size ? slot : least)
    emptiest.add(member)
    this.slotOf.set(member, emptiest)
  }

  remove (member: HeartbeatMember): void {
    this.slotOf.get(member)?.delete(member)
    this.slotOf.delete(member)
  }

  close (): void {
    clearInterval(this.timer)
  }

  private tick (): void {
    for (const member of this.slots[this.now] ?? []) member.beat()
    this.now = (this.now + 1) % TICKS
  }
}
