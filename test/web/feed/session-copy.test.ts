// The copy against a model of the service: random changes, late readings, lists read page by page, losses and returns.
import t from 'tap'
import { SessionCopy } from '../../../src/web/feed/session-copy.js'
import { readFrame, type Change } from '../../../src/web/feed/frame.js'
import { entryOf, ModelService, randomOf, type Reader } from './model-service.js'

const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const shot = (n: number) => ({ id: `${n}-a`, url: `/${n}`, type: 'image/png', size: 1, timestamp: n })

/** One viewer on its way through a random life; it ends connected, with all that happened delivered. */
class Viewer {
  readonly copy = new SessionCopy()
  readonly figures = { resumes: 0, lists: 0, missed: 0, checks: 0 }
  private reader: Reader | undefined
  private delivered = 0

  constructor (private readonly service: ModelService, private readonly random: (below: number) => number) {}

  step (): void {
    const dice = this.random(100)
    if (this.delivered === 0) this.connect()
    else if (dice < 60) this.deliver(this.delivered)
    else if (dice < 85) this.readPage()
    else if (dice < 90) this.delivered = 0
    else if (dice < 92) this.deliver(this.delivered - 1)
    else if (dice < 94) this.deliver(this.delivered + 1)
    this.check()
  }

  finish (): void {
    while (this.delivered < this.service.head || this.copy.rev === undefined) {
      if (this.delivered === 0) this.connect()
      this.readPage()
      this.deliver(this.delivered)
    }
    this.check()
  }

  // Numbers of changes count from 1: `delivered` is the one after the newest that the connection delivered.
  private connect (): void {
    this.reader = undefined
    const since = this.copy.rev
    const known = since !== undefined && this.service.holds(since)
    this.delivered = known ? this.service.indexOf(since) : this.service.head
    if (known) {
      this.figures.resumes++
      return
    }
    this.copy.beginListing(this.service.revAt(this.delivered))
    this.reader = this.service.list()
    this.figures.lists++
    if (this.delivered === 0) this.readPage()
  }

  private readPage (): void {
    const lists = this.reader?.()
    if (!lists) return
    this.reader = undefined
    this.copy.list(lists)
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
    this.delivered = 0
  }

  private check (): void {
    if (this.copy.rev !== this.service.revAt(this.service.head)) return
    this.figures.checks++
    const held = [...this.copy.entries.values()]
    const shots = [...this.copy.screenshots.values()]
    const wanted = this.service.now()
    if (JSON.stringify({ entries: held, screenshots: shots }) !== JSON.stringify(wanted)) throw new Error('the copy is wrong')
  }
}

t.test('whatever happens in whatever order, a copy at the newest rev equals the list, order included', async t => {
  const sums = { resumes: 0, lists: 0, missed: 0, checks: 0 }
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
  copy.list({ entries: [], screenshots: [] })
  t.same([copy.rev, [...copy.entries.keys()]], ['1-0', ['1-a']])
})

t.test('a change that does not follow is not applied', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.list({ entries: [entryOf(1, 'a')], screenshots: [] })
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
  copy.list({ entries: [], screenshots: [shot(2), shot(3)] })
  copy.hear({ type: 'screenshot-received', data: shot(3), ...place(4) })
  t.same([...copy.screenshots.values()], [shot(2), shot(3)])
})

t.test('as many screenshots are held as the service keeps, however many those are', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.list({ entries: [], screenshots: [] })
  for (let n = 1; n <= 30; n++) copy.hear({ type: 'screenshot-received', data: shot(n), ...place(n) })
  t.equal(copy.screenshots.size, 30)
  copy.hear({ type: 'deleted', data: { id: '1-a' }, ...place(31) })
  t.same([...copy.screenshots.keys()][0], '2-a')
})

t.test('a change of an unknown kind keeps its place in the chain', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.list({ entries: [], screenshots: [] })
  t.ok(copy.hear(readFrame('{"type":"renamed","data":7,"rev":"1-0","prev":"0-0"}') as Change))
  t.equal(copy.rev, '1-0')
})

t.test('frames are read, and what is no frame is told apart from what is lost', async t => {
  const read = (value: unknown) => readFrame(JSON.stringify(value))
  t.same(read({ type: 'connected', data: 3, rev: '1-0' }), { type: 'connected', rev: '1-0', resumed: false })
  t.same(read({ type: 'connected', data: 3, rev: '1-0', resumed: true }), { type: 'connected', rev: '1-0', resumed: true })
  const change = { type: 'entry-updated', data: entryOf(1, 'a'), ...place(2) }
  t.same(read(change), change)
  for (const nothing of [{ type: 'pong' }, 7, null, [], {}, { type: 'connected' }]) t.equal(read(nothing), undefined)
  for (const nothing of ['', '{', undefined, new Uint8Array(2)]) t.equal(readFrame(nothing), undefined)
  for (const broken of [{ type: 'deleted' }, { type: 'deleted', data: {} }, { type: 'entry-received', data: null }]) {
    t.same(read({ ...broken, ...place(1) }), { type: 'broken' })
  }
  t.same(read({ type: 'cleared', rev: '1-0' }), { type: 'broken' }, 'a change without prev')
})
