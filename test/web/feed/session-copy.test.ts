// The copy against a model of the service: random changes, late readings, lists that come page by page, break off and go on, losses and
// returns.
import t from 'tap'
import type { Screenshot } from '../../../src/schema/screenshot.js'
import { SessionCopy } from '../../../src/web/feed/session-copy.js'
import { readFrame, type Change } from '../../../src/web/feed/frame.js'
import type { ModelList } from './model-list.js'
import { entryOf, ModelService, randomOf } from './model-service.js'

const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const shot = (n: number) => ({ id: `${n}-a`, url: `/${n}`, type: 'image/png', size: 1, timestamp: n })

/** One viewer on its way through a random life; it ends connected, with all that happened delivered. */
class Viewer {
  readonly copy = new SessionCopy()
  readonly figures = { resumes: 0, resumedLists: 0, lists: 0, brokenLists: 0, missed: 0, checks: 0 }
  private isConnected = false
  /** So many changes were delivered, counted from the session's first. */
  private delivered = 0
  private list: ModelList | undefined
  private screenshots: Screenshot[] | undefined
  /** When the copy was whole the last time. */
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

  /** The list ends before its end; what was sent, and not taken, is lost. */
  private breakList (): void {
    if (!this.list) return
    if (this.copy.listed > 0) this.figures.brokenLists++
    this.list = this.service.list(this.copy.lastListed)
  }

  private take (most: number): void {
    if (!this.list) return
    // At some moment of this connection, while entries arrive or behind them.
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
    if (this.copy.hear(change) !== follows) throw new Error('the chain was misjudged')
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
      if (copy.showsListing !== (this.seen === undefined && copy.listed > 0)) throw new Error('the first list is not shown while it arrives')
      return
    }
    this.seen = held
    if (copy.rev !== service.revAt(service.head)) return
    this.figures.checks++
    if (held !== JSON.stringify(service.now())) throw new Error('the copy is wrong')
  }
}

t.test('whatever happens in whatever order, a copy at the newest rev equals the list, order included', async t => {
  const sums = { resumes: 0, resumedLists: 0, lists: 0, brokenLists: 0, missed: 0, checks: 0 }
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomOf(seed)
    const service = new ModelService(random)
    const viewers = [new Viewer(service, random), new Viewer(service, random)]
    try {
      for (let step = 0; step < 400; step++) {
        if (random(3) === 0) service.write()
        for (const viewer of viewers) viewer.step()
      }
      for (const viewer of viewers) viewer.finish()
    } catch (error) {
      t.fail(`seed ${seed}: ${String(error)}`)
    }
    for (const { figures } of viewers) {
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += figures[name]
    }
  }
  t.comment(sums)
  for (const [name, sum] of Object.entries(sums)) t.ok(sum > 1000, `${name} happened often`)
})

t.test('nothing is applied before the list, and the place is unknown until then', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  t.ok(copy.hear({ type: 'entry-received', data: entryOf(1, 'a'), ...place(1) }))
  t.same([copy.rev, copy.entries.size], [undefined, 0])
  copy.endListing([])
  t.same([copy.rev, [...copy.entries.keys()]], ['1-0', ['1-a']])
})

t.test('every entry that comes into it is told of: by the list, by a change, by what waited for the list, and with a mark', async t => {
  const told: string[] = []
  const copy = new SessionCopy(({ id, api, mark }) => { told.push(`${id} ${api}${mark ? ' marked' : ''}`) })
  copy.beginListing('0-0')
  copy.add([entryOf(1, 'a')])
  copy.hear({ type: 'entry-received', data: entryOf(2, 'b'), ...place(1) })
  t.equal(told.length, 1)
  copy.endListing([])
  copy.hear({ type: 'entry-marked', data: { id: '1-a', mark: { pinned: true } }, ...place(2) })
  copy.hear({ type: 'entry-marked', data: { id: '9-z' }, ...place(3) })
  const { api } = entryOf(1, 'a')
  t.same(told, [`1-a ${api}`, `2-b ${entryOf(2, 'b').api}`, `1-a ${api} marked`])
})

t.test('there is nothing to resume from before an entry of the list has arrived, and after a gap', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.hear({ type: 'cleared', ...place(2) })
  t.equal(copy.since, undefined)
  copy.add([entryOf(1, 'a'), entryOf(2, 'a')])
  t.same([copy.since, copy.rev, copy.listed, copy.lastListed], ['2-0', undefined, 2, '2-a'])
  copy.distrust()
  t.same([copy.since, copy.listed, copy.lastListed, copy.entries.size], [undefined, 0, undefined, 2])
  copy.beginListing('3-0')
  t.equal(copy.entries.size, 2, 'what was known stays to look at until more is')
  copy.add([entryOf(3, 'a')])
  t.same([...copy.entries.keys()], ['3-a'])
})

t.test('the beginning of all sessions does not prove that it is still the same one', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.add([entryOf(1, 'a')])
  t.equal(copy.since, undefined)
  copy.endListing([])
  t.same([copy.rev, copy.since], ['0-0', undefined])
  copy.hear({ type: 'cleared', ...place(1) })
  t.equal(copy.since, '1-0')
  const empty = new SessionCopy()
  empty.beginListing('0-0')
  empty.endListing([])
  t.equal(empty.since, '0-0')
})

t.test('entries that come twice, since the list went on from elsewhere, are there once', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.add([entryOf(1, 'a'), entryOf(2, 'a')])
  copy.add([entryOf(1, 'a'), { ...entryOf(2, 'a'), response: 'newer' }, entryOf(3, 'a')])
  copy.endListing([])
  t.same([...copy.entries.values()], [entryOf(1, 'a'), { ...entryOf(2, 'a'), response: 'newer' }, entryOf(3, 'a')])
})

t.test('a change that does not follow is not applied', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.add([entryOf(1, 'a')])
  copy.endListing([])
  for (const wrong of [place(1), place(3)]) t.equal(copy.hear({ type: 'cleared', ...wrong }), false)
  t.same([copy.rev, copy.entries.size], ['1-0', 1])
  copy.distrust()
  t.equal(copy.rev, undefined)
  t.equal(copy.entries.size, 1, 'what was known stays to look at')
})

t.test('a screenshot that was evicted before the list was read does not come back', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.hear({ type: 'screenshot-received', data: shot(1), ...place(1) })
  copy.hear({ type: 'screenshot-received', data: shot(2), ...place(2) })
  copy.hear({ type: 'deleted', data: { id: '1-a' }, ...place(3) })
  copy.endListing([shot(2), shot(3)])
  copy.hear({ type: 'screenshot-received', data: shot(3), ...place(4) })
  t.same([...copy.screenshots.values()], [shot(2), shot(3)])
})

t.test('as many screenshots are held as the service keeps, however many those are', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.endListing([])
  for (let n = 1; n <= 30; n++) copy.hear({ type: 'screenshot-received', data: shot(n), ...place(n) })
  t.equal(copy.screenshots.size, 30)
  copy.hear({ type: 'deleted', data: { id: '1-a' }, ...place(31) })
  t.same([...copy.screenshots.keys()][0], '2-a')
})

t.test('a change of an unknown kind keeps its place in the chain', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.endListing([])
  t.ok(copy.hear(readFrame('{"type":"renamed","data":7,"rev":"1-0","prev":"0-0"}') as Change))
  t.equal(copy.rev, '1-0')
})

t.test('frames are read, and what is no frame is told apart from what is lost', async t => {
  const read = (value: unknown) => readFrame(JSON.stringify(value))
  t.same(read({ type: 'connected', data: 3, rev: '1-0' }), { type: 'connected', rev: '1-0', count: 3, resumed: false })
  t.same(read({ type: 'connected', data: 3, rev: '1-0', resumed: true }), { type: 'connected', rev: '1-0', count: 3, resumed: true })
  for (const data of ['3', null, 1.5, undefined]) t.same(read({ type: 'connected', data, rev: '1-0' }), { type: 'connected', rev: '1-0', count: 0, resumed: false })
  const change = { type: 'entry-updated', data: entryOf(1, 'a'), ...place(2) }
  t.same(read(change), change)
  for (const nothing of [{ type: 'pong' }, 7, null, [], {}, { type: 'connected' }]) t.equal(read(nothing), undefined)
  for (const nothing of ['', '{', undefined, new Uint8Array(2)]) t.equal(readFrame(nothing), undefined)
  for (const broken of [{ type: 'deleted' }, { type: 'deleted', data: {} }, { type: 'entry-received', data: null }]) {
    t.same(read({ ...broken, ...place(1) }), { type: 'broken' })
  }
  t.same(read({ type: 'cleared', rev: '1-0' }), { type: 'broken' }, 'a change without prev')
})
