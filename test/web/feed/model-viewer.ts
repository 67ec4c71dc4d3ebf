// A viewer that takes random steps. After each step, its copy of the session is compared with the model of the service.
import type { Screenshot } from '../../../src/schema/screenshot.js'
import { SessionCopy } from '../../../src/web/feed/session-copy.js'
import type { ModelList } from './model-list.js'
import type { ModelService } from './model-service.js'

/** A viewer that takes random steps; `finish` leaves it connected, with all changes delivered. */
export class ModelViewer {
  readonly copy = new SessionCopy()
  readonly figures = { resumes: 0, resumedLists: 0, lists: 0, brokenLists: 0, missed: 0, checks: 0 }
  private isConnected = false
  /** The number of delivered changes, counted from the first one of the session. */
  private delivered = 0
  private list: ModelList | undefined
  private screenshots: Screenshot[] | undefined
  /** The copy, serialized, when it was last complete. */
  private seen: string | undefined

  constructor (private readonly service: ModelService, private readonly random: (below: number) => number) {}

  step (): void {
    const dice = this.random(100)
    if (!this.isConnected) this.connect()
    else if (dice < 45) this.deliver(this.delivered)
    else if (dice < 60) this.list?.send()
    else if (dice < 78) this.take(this.random(4))
    else if (dice < 82) this.breakList()
    else if (dice < 88) this.isConnected = false
    else if (dice < 89) this.deliver(this.delivered - 1)
    else if (dice < 90) this.deliver(this.delivered + 1)
    this.check()
  }

  finish (): void {
    while (this.delivered < this.service.head || this.copy.rev === undefined) {
      if (!this.isConnected) this.connect()
      this.list?.send()
      this.take(Infinity)
      this.deliver(this.delivered)
    }
    this.check()
  }

  private connect (): void {
    const { copy, figures, service } = this
    const { since } = copy
    const isResumed = since !== undefined && service.holds(since)
    this.isConnected = true
    this.delivered = isResumed ? service.indexOf(since) : service.head
    if (isResumed) figures.resumes++
    else copy.beginListing(service.revAt(this.delivered))
    if (!isResumed) figures.lists++
    else if (copy.listed > 0) figures.resumedLists++
    this.screenshots = undefined
    this.list = copy.rev === undefined ? service.list(copy.lastListed) : undefined
  }

  /** The list breaks off; entries that were sent but not received are lost. */
  private breakList (): void {
    if (!this.list) return
    if (this.copy.listed > 0) this.figures.brokenLists++
    this.list = this.service.list(this.copy.lastListed)
  }

  private take (most: number): void {
    if (!this.list) return
    // At a random time within this connection, while entries arrive or after them.
    if (this.random(4) === 0) this.screenshots ??= this.service.now().screenshots
    this.copy.add(this.list.take(most))
    if (!this.list.isOver || !this.screenshots) return
    this.list = undefined
    this.copy.endListing(this.screenshots)
  }

  private deliver (index: number): void {
    const change = this.service.change(index, this.random)
    if (!change) return
    const follows = index === this.delivered
    if (this.copy.receive(change) !== follows) throw new Error('the chain was misjudged')
    if (follows) {
      this.delivered++
      return
    }
    this.figures.missed++
    this.copy.distrust()
    this.isConnected = false
  }

  private check (): void {
    const { copy, service } = this
    const held = JSON.stringify({ entries: [...copy.entries.values()], screenshots: [...copy.screenshots.values()] })
    if (copy.rev === undefined) {
      if (this.seen !== undefined && held !== this.seen) throw new Error('the old copy is not there to look at')
      if (copy.showsListing !== (this.seen === undefined && copy.listed > 0)) {
        throw new Error('the first list is not shown while it arrives')
      }
      return
    }
    this.seen = held
    if (copy.rev !== service.revAt(service.head)) return
    this.figures.checks++
    if (held !== JSON.stringify(service.now())) throw new Error('the copy is wrong')
  }
}
