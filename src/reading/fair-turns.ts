// Turns that go round the clients: whoever got least so far comes next, among addresses first, then among the sessions of an address,
// then among the requests for a session. So a small request waits for one turn that has begun, however many large ones there are.

/** From the outermost: an address, a session, a request. */
export type Path = readonly string[]

/** What its holder spent of the turn, in any unit; the next turn begins. */
export type EndTurn = (cost: number) => void

export class FairTurns {
  private readonly root = new Branch()
  private isTaken = false

  /** While a request is open, it is remembered what it and its client got. Returns what closes it. */
  open (path: Path): () => void {
    this.root.count(path, 1)
    return () => { this.root.count(path, -1) }
  }

  /** Resolves at the turn of a path that is open. */
  async enter (path: Path): Promise<EndTurn> {
    if (this.isTaken) await new Promise<void>(resolve => { this.root.wait(path, resolve) })
    this.isTaken = true
    let isOver = false
    return cost => {
      if (isOver) return
      isOver = true
      this.root.charge(path, cost)
      this.isTaken = false
      this.startNext()
    }
  }

  private startNext (): void {
    const start = this.root.next()
    if (!start) return
    // At once, so that nobody comes between.
    this.isTaken = true
    start()
  }
}

/** A node of the tree of paths: what it got, and who waits below it. */
class Branch {
  private used = 0
  private opened = 0
  private waitingCount = 0
  private readonly waiting: (() => void)[] = []
  private readonly below = new Map<string, Branch>()
  /** What the one below that was served last had got: new clients begin there, so that they make up for nothing. */
  private level = 0

  count (path: Path, by: number): void {
    this.opened += by
    const [name, ...rest] = path
    if (name === undefined) return
    const child = this.below.get(name) ?? this.begin(name, rest)
    child.count(rest, by)
    this.forget(name, child)
  }

  wait (path: Path, start: () => void): void {
    this.waitingCount++
    const [name, ...rest] = path
    if (name === undefined) this.waiting.push(start)
    else (this.below.get(name) ?? this.begin(name, rest)).wait(rest, start)
  }

  charge (path: Path, cost: number): void {
    this.used += cost
    const [name, ...rest] = path
    if (name !== undefined) this.below.get(name)?.charge(rest, cost)
  }

  next (): (() => void) | undefined {
    if (this.waitingCount === 0) return undefined
    this.waitingCount--
    const own = this.waiting.shift()
    if (own) return own
    const [name, least] = this.leastServed()
    if (!least) return undefined
    this.level = Math.max(this.level, least.used)
    const start = least.next()
    this.forget(name, least)
    return start
  }

  private leastServed (): [name: string, child: Branch | undefined] {
    let found: [string, Branch | undefined] = ['', undefined]
    for (const [name, child] of this.below) if (child.waitingCount > 0 && (!found[1] || child.used < found[1].used)) found = [name, child]
    return found
  }

  // A request that was closed while it waited gets its turn all the same, and ends it at once: others would wait behind it for ever.
  private forget (name: string, child: Branch): void {
    if (child.opened === 0 && child.waitingCount === 0) this.below.delete(name)
  }

  // A new request of the same client comes before those that got something: it may ask for little.
  private begin (name: string, rest: Path): Branch {
    const child = new Branch()
    if (rest.length > 0) child.used = this.level
    this.below.set(name, child)
    return child
  }
}
