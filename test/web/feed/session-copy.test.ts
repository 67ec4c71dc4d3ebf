// Tests a viewer's copy of a session against a model of the service. The changes are random, reads are late, lists arrive page by page and
// may break off and continue, and lost connections are resumed.
import t from 'tap'
import { SessionCopy } from '../../../src/web/feed/session-copy.js'
import { readFrame, type Change } from '../../../src/web/feed/frame.js'
import { entryOf, ModelService, randomOf } from './model-service.js'
import { ModelViewer } from './model-viewer.js'

const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const shot = (n: number) => ({ id: `${n}-a`, url: `/${n}`, type: 'image/png', size: 1, timestamp: n })

t.test('after any sequence of events, a copy at the newest rev equals the list, order included', async t => {
  const sums = { resumes: 0, resumedLists: 0, lists: 0, brokenLists: 0, missed: 0, checks: 0 }
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomOf(seed)
    const service = new ModelService(random)
    const viewers = [new ModelViewer(service, random), new ModelViewer(service, random)]
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

t.test('changes are applied only after the list; until then the rev is undefined', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  t.ok(copy.receive({ type: 'entry-received', data: entryOf(1, 'a'), ...place(1) }))
  t.same([copy.rev, copy.entries.size], [undefined, 0])
  copy.endListing([])
  t.same([copy.rev, [...copy.entries.keys()]], ['1-0', ['1-a']])
})

t.test('the callback gets each entry: from the list, from changes, buffered ones included, and when it is marked', async t => {
  const told: string[] = []
  const copy = new SessionCopy(({ id, api, mark }) => { told.push(`${id} ${api}${mark ? ' marked' : ''}`) })
  copy.beginListing('0-0')
  copy.add([entryOf(1, 'a')])
  copy.receive({ type: 'entry-received', data: entryOf(2, 'b'), ...place(1) })
  t.equal(told.length, 1)
  copy.endListing([])
  copy.receive({ type: 'entry-marked', data: { id: '1-a', mark: { pinned: true } }, ...place(2) })
  copy.receive({ type: 'entry-marked', data: { id: '9-z' }, ...place(3) })
  const { api } = entryOf(1, 'a')
  t.same(told, [`1-a ${api}`, `2-b ${entryOf(2, 'b').api}`, `1-a ${api} marked`])
})

t.test('`since` is undefined before the first entry of the list arrives, and after a gap', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.receive({ type: 'cleared', ...place(2) })
  t.equal(copy.since, undefined)
  copy.add([entryOf(1, 'a'), entryOf(2, 'a')])
  t.same([copy.since, copy.rev, copy.listed, copy.lastListed], ['2-0', undefined, 2, '2-a'])
  copy.distrust()
  t.same([copy.since, copy.listed, copy.lastListed, copy.entries.size], [undefined, 0, undefined, 2])
  copy.beginListing('3-0')
  t.equal(copy.entries.size, 2, 'the old copy stays visible until new entries arrive')
  copy.add([entryOf(3, 'a')])
  t.same([...copy.entries.keys()], ['3-a'])
})

t.test('rev 0-0 is no resume point if the list had entries, because every session starts with it', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.add([entryOf(1, 'a')])
  t.equal(copy.since, undefined)
  copy.endListing([])
  t.same([copy.rev, copy.since], ['0-0', undefined])
  copy.receive({ type: 'cleared', ...place(1) })
  t.equal(copy.since, '1-0')
  const empty = new SessionCopy()
  empty.beginListing('0-0')
  empty.endListing([])
  t.equal(empty.since, '0-0')
})

t.test('entries that are listed twice are held once, in their newest state', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.add([entryOf(1, 'a'), entryOf(2, 'a')])
  copy.add([entryOf(1, 'a'), { ...entryOf(2, 'a'), response: 'newer' }, entryOf(3, 'a')])
  copy.endListing([])
  t.same([...copy.entries.values()], [entryOf(1, 'a'), { ...entryOf(2, 'a'), response: 'newer' }, entryOf(3, 'a')])
})

t.test('a change whose prev does not match the rev is not applied', async t => {
  const copy = new SessionCopy()
  copy.beginListing('1-0')
  copy.add([entryOf(1, 'a')])
  copy.endListing([])
  for (const wrong of [place(1), place(3)]) t.equal(copy.receive({ type: 'cleared', ...wrong }), false)
  t.same([copy.rev, copy.entries.size], ['1-0', 1])
  copy.distrust()
  t.equal(copy.rev, undefined)
  t.equal(copy.entries.size, 1, 'the old copy stays visible')
})

t.test('a screenshot that was evicted before the list was read does not come back', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.receive({ type: 'screenshot-received', data: shot(1), ...place(1) })
  copy.receive({ type: 'screenshot-received', data: shot(2), ...place(2) })
  copy.receive({ type: 'deleted', data: { id: '1-a' }, ...place(3) })
  copy.endListing([shot(2), shot(3)])
  copy.receive({ type: 'screenshot-received', data: shot(3), ...place(4) })
  t.same([...copy.screenshots.values()], [shot(2), shot(3)])
})

t.test('the copy holds all screenshots, until the service deletes them', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.endListing([])
  for (let n = 1; n <= 30; n++) copy.receive({ type: 'screenshot-received', data: shot(n), ...place(n) })
  t.equal(copy.screenshots.size, 30)
  copy.receive({ type: 'deleted', data: { id: '1-a' }, ...place(31) })
  t.same([...copy.screenshots.keys()][0], '2-a')
})

t.test('a change of an unknown type still advances the rev', async t => {
  const copy = new SessionCopy()
  copy.beginListing('0-0')
  copy.endListing([])
  t.ok(copy.receive(readFrame('{"type":"renamed","data":7,"rev":"1-0","prev":"0-0"}') as Change))
  t.equal(copy.rev, '1-0')
})

t.test('readFrame() returns frames, undefined for unknown ones, and `broken` for invalid changes', async t => {
  const read = (value: unknown) => readFrame(JSON.stringify(value))
  t.same(read({ type: 'connected', data: 3, rev: '1-0' }), { type: 'connected', rev: '1-0', count: 3, resumed: false, rules: false })
  t.same(read({ type: 'connected', data: 3, rev: '1-0', resumed: true }), { type: 'connected', rev: '1-0', count: 3, resumed: true, rules: false })
  for (const data of ['3', null, 1.5, undefined]) {
    t.same(read({ type: 'connected', data, rev: '1-0' }), { type: 'connected', rev: '1-0', count: 0, resumed: false, rules: false })
  }
  const change = { type: 'entry-updated', data: entryOf(1, 'a'), ...place(2) }
  t.same(read(change), change)
  for (const nothing of [{ type: 'pong' }, 7, null, [], {}, { type: 'connected' }]) t.equal(read(nothing), undefined)
  for (const nothing of ['', '{', undefined, new Uint8Array(2)]) t.equal(readFrame(nothing), undefined)
  for (const broken of [{ type: 'deleted' }, { type: 'deleted', data: {} }, { type: 'entry-received', data: null }]) {
    t.same(read({ ...broken, ...place(1) }), { type: 'broken' })
  }
  t.same(read({ type: 'cleared', rev: '1-0' }), { type: 'broken' }, 'a change without prev')
})
