// The budget of pages: the pages of slow readers stay within two shares, and readers that take nothing make room for others.
import { mock } from 'node:test'
import { setImmediate as round } from 'node:timers/promises'
import t from 'tap'
import { PageBudget, type PageHolder } from '../../src/store/page-budget.js'

const LIMITS = { smallBytes: 10, shareBytes: 100, patienceMs: 400, greedyPatienceMs: 50 }

class Holder implements PageHolder {
  hasLeft = false
  isSlow = false

  constructor (readonly address = 'client') {}

  endAsSlow () {
    this.isSlow = true
    this.hasLeft = true
  }
}

// The time of these tests passes only where they say so: however busy the machine is, nobody is slower than meant.
let nowMs = 0
mock.timers.enable({ apis: ['setTimeout'] })
mock.method(performance, 'now', () => nowMs)
t.teardown(() => mock.reset())

const STEP_MS = 5

/** `each`: called every five milliseconds. */
async function pass (ms: number, each = () => {}): Promise<void> {
  for (const endMs = nowMs + ms; nowMs < endMs;) {
    nowMs += STEP_MS
    mock.timers.tick(STEP_MS)
    await round()
    each()
  }
}

/** Whether it has room at once. */
async function hasRoom (room: Promise<boolean>): Promise<boolean> {
  return await Promise.race([room, round(false)])
}

/** The holder has a page of so many bytes, which it can take. */
async function hasPage (budget: PageBudget, holder: Holder, bytes: number): Promise<void> {
  await budget.room(holder, bytes)
  budget.settle(holder, bytes)
}

t.test('large pages never keep small ones waiting, nor small ones large ones', async t => {
  const budget = new PageBudget(LIMITS)
  t.equal(await hasRoom(budget.room(new Holder(), 100)), true)
  t.equal(await hasRoom(budget.room(new Holder(), 11)), false, 'the share of large pages is full')
  for (let n = 0; n < 10; n++) t.equal(await hasRoom(budget.room(new Holder(), 10)), true)
  t.equal(budget.freeBytes, 0)
  t.equal(await hasRoom(budget.room(new Holder(), 10)), false, 'and that of small ones')
})

t.test('what can be had as a whole only is large, whatever its size', async t => {
  const budget = new PageBudget(LIMITS)
  for (let n = 0; n < 10; n++) t.equal(await hasRoom(budget.room(new Holder(), 10, true)), true)
  t.equal(await hasRoom(budget.room(new Holder(), 10, true)), false, 'the share of large pages is full')
  t.equal(await hasRoom(budget.room(new Holder(), 10)), true)
})

t.test('one page alone always has room, however large', async t => {
  const budget = new PageBudget(LIMITS)
  const holder = new Holder()
  t.equal(await hasRoom(budget.room(holder, 1000)), true)
  t.equal(await hasRoom(budget.room(holder, 1000)), true, 'its next one takes the place of it')
})

t.test('a page that turned out smaller leaves room for others, and a released one all of its room', async t => {
  const budget = new PageBudget(LIMITS)
  const [first, second] = [new Holder(), new Holder()]
  await budget.room(first, 90)
  const waiting = budget.room(second, 20)
  t.equal(await hasRoom(waiting), false)
  budget.settle(first, 80)
  t.equal(await hasRoom(waiting), true)
  budget.release(first)
  budget.release(second)
  t.equal(await hasRoom(budget.room(new Holder(), 100)), true)
})

t.test('who takes nothing is ended where others wait, and not where nobody does', async t => {
  const budget = new PageBudget({ ...LIMITS, patienceMs: 50 })
  const slow = new Holder()
  await hasPage(budget, slow, 100)
  await pass(80)
  t.equal(slow.isSlow, false)
  t.equal(await hasRoom(budget.room(new Holder(), 50)), true)
  t.equal(slow.isSlow, true)
})

t.test('who takes a part of it now and then is left in peace, but not for ever', async t => {
  const budget = new PageBudget({ ...LIMITS, patienceMs: 40 })
  const slow = new Holder()
  await hasPage(budget, slow, 100)
  const touch = () => { budget.touch(slow) }
  const waiting = budget.room(new Holder(), 50)
  await pass(395, touch)
  t.equal(slow.isSlow, false, 'ten times as long as one of which nothing is taken')
  await pass(5, touch)
  t.equal(slow.isSlow, true)
  t.equal(await waiting, true)
})

t.test('who has taken all of its page is let wait for longer, and who waits for one that is made is not slow', async t => {
  const budget = new PageBudget({ ...LIMITS, patienceMs: 100 })
  const [waiting, made, slow] = [new Holder(), new Holder(), new Holder()]
  await hasPage(budget, waiting, 40)
  budget.taken(waiting)
  await budget.room(made, 20)
  budget.touch(made)
  await hasPage(budget, slow, 40)
  const next = new Holder()
  const room = budget.room(next, 40)
  await pass(100)
  t.equal(await hasRoom(room), true)
  t.same([waiting, made, slow].map(({ isSlow }) => isSlow), [false, false, true])
  const another = budget.room(new Holder(), 40)
  await pass(195)
  t.equal(waiting.isSlow, false)
  await pass(5)
  t.equal(await hasRoom(another), true, 'not for ever')
  t.same([waiting, made, next].map(({ isSlow }) => isSlow), [true, false, false])
})

t.test('a client that holds more than a quarter gives way sooner, to other clients', async t => {
  const budget = new PageBudget({ ...LIMITS, patienceMs: 2000 })
  const greedy = [new Holder('greedy'), new Holder('greedy'), new Holder('greedy')]
  const modest = new Holder('modest')
  for (const holder of greedy) await hasPage(budget, holder, 26)
  await hasPage(budget, modest, 20)
  t.equal(await hasRoom(budget.room(new Holder('greedy'), 20)), false)
  const room = budget.room(new Holder('another'), 20)
  await pass(50)
  t.equal(await hasRoom(room), true)
  t.same([modest, ...greedy].map(({ isSlow }) => isSlow), [false, true, false, false],
    'of the client that holds most, whoever took nothing for longest')
})

t.test('of those who wait, whose client holds least comes first', async t => {
  const budget = new PageBudget(LIMITS)
  const [first, second] = [new Holder('greedy'), new Holder('greedy')]
  await budget.room(first, 50)
  await budget.room(second, 50)
  const order: string[] = []
  const waiting = ['greedy', 'another'].map(async address => { if (await budget.room(new Holder(address), 50)) order.push(address) })
  budget.release(first)
  budget.release(second)
  await Promise.all(waiting)
  t.same(order, ['another', 'greedy'])
})

t.test('who leaves while it waits takes no room', async t => {
  const budget = new PageBudget(LIMITS)
  const [first, gone] = [new Holder(), new Holder()]
  await budget.room(first, 100)
  const waiting = budget.room(gone, 100)
  gone.hasLeft = true
  budget.release(first)
  t.equal(await waiting, false)
  t.equal(await hasRoom(budget.room(new Holder(), 100)), true)
})
