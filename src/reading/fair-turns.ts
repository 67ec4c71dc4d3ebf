// Fair turns for clients. The next turn is chosen in three steps: the IP address with the least usage; among its sessions, the session with
// the least usage; among the requests for that session, the request with the least usage. So a small request waits only for the turn that
// is running, even if there are many large requests.

/** From the outermost to the innermost: an address, a session, a request. */
export type Path = readonly string[]

/** Ends the turn; the next one begins. `cost`: what the turn has used, in any unit. */
export type EndTurn = (cost: number) => void

export class FairTurns {
  private readonly root = new Branch()
  private isTaken = false

  /** While a request is open, its usage and that of its client are remembered. Returns a function that closes it. */
  open (path: Path): () => void {
    this.root.count(path, 1)
    return () => { this.root.count(path, -1) }
  }

  /** Resolves at the turn of the path. The path must be open. */
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
    // Set before the next one starts, so that no other request gets in between.
    this.isTaken = true
    start()
  }
}

/** A node of the tree of paths: its usage, and the requests that wait below it. */
class Branch {
  private used = 0
  private opened = 0
  private waitingCount = 0
  private readonly waiting: (() => void)[] = []
  private readonly children = new Map<string, Branch>()
  /** The usage of the child that was served last: new clients start with it, so that they get no credit for the time before. */
  private level = 0

  count (path: Path, by: number): void {
    this.opened += by
    const [name, ...rest] = path
    if (name === undefined) return
    const child = this.children.get(name) ?? this.begin(name, rest)
    child.count(rest, by)
    this.forget(name, child)
  }

  wait (path: Path, start: () => void): void {
    this.waitingCount++
    const [name, ...rest] = path
    if (name === undefined) this.waiting.push(start)
    else (this.children.get(name) ?? this.begin(name, rest)).wait(rest, start)
  }

  charge (path: Path, cost: number): void {
    this.used += cost
    const [name, ...rest] = path
    if (name !== undefined) this.children.get(name)?.charge(rest, cost)
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
    for (const [name, child] of this.children) {
      if (child.waitingCount > 0 && (!found[1] || child.used < found[1].used)) found = [name, child]
    }
    return found
  }

  private forget (name: string, child: Branch): void {
    // Not while a closed request waits below the child: it still gets its turn, and ends it at once.
    if (child.opened === 0 && child.waitingCount === 0) this.children.delete(name)
  }

  // A new request of the same client comes before its requests that already used something: the new one may be small.
  private begin (name: string, rest: Path): Branch {
    const child = new Branch()
    if (rest.length > 0) child.used = this.level
    this.children.set(name, child)
    return child
  }
}
