// The memory budget for pages of responses that clients have not read yet. Small and large pages each have their own share. If a client
// stops reading while others need memory, its connection is closed.
import { mock } from 'node:test'
import { setImmediate as round } from 'node:timers/promises'
import t from 'tap'
import { PageBudget, type PageHolder } from '../../src/reading/page-budget.js'

const LIMITS = { smallBytes: 10, shareBytes: 100, graceMs: 400, greedyGraceMs: 50 }

class Holder implements PageHolder {
  hasLeft = false
  isSlow = false
  unsentBytes = 1

  constructor (readonly address = 'client') {}

  endAsSlow () {
    this.isSlow = true
    this.hasLeft = true
  }
}

// In these tests time passes only in `pass()`, so that a busy machine makes no holder slower.
let nowMs = 0
mock.timers.enable({ apis: ['setTimeout'] })
mock.method(performance, 'now', () => nowMs)
t.teardown(() => mock.reset())

const STEP_MS = 5

/** `each` is called every five milliseconds. */
async function pass (ms: number, each = () => {}): Promise<void> {
  for (const endMs = nowMs + ms; nowMs < endMs;) {
    nowMs += STEP_MS
    mock.timers.tick(STEP_MS)
    await round()
    each()
  }
}

/** Whether the room is granted immediately. */
async function hasRoom (room: Promise<boolean>): Promise<boolean> {
  return await Promise.race([room, round(false)])
}

/** Gives the holder a page of `bytes` bytes, ready to be read. */
async function hasPage (budget: PageBudget, holder: Holder, bytes: number): Promise<void> {
  await budget.room(holder, bytes)
  budget.settle(holder, bytes)
}

t.test('large pages never delay small ones, and small pages never delay large ones', async t => {
  const budget = new PageBudget(LIMITS)
  t.equal(await hasRoom(budget.room(new Holder(), 100)), true)
  t.equal(await hasRoom(budget.room(new Holder(), 11)), false, 'the share of large pages is full')
  for (let n = 0; n < 10; n++) t.equal(await hasRoom(budget.room(new Holder(), 10)), true)
  t.equal(budget.freeBytes, 0)
  t.equal(await hasRoom(budget.room(new Holder(), 10)), false, 'the share of small pages is full, too')
})

t.test('a page that is needed as a whole counts as large, whatever its size', async t => {
  const budget = new PageBudget(LIMITS)
  for (let n = 0; n < 10; n++) t.equal(await hasRoom(budget.room(new Holder(), 10, true)), true)
  t.equal(await hasRoom(budget.room(new Holder(), 10, true)), false, 'the share of large pages is full')
  t.equal(await hasRoom(budget.room(new Holder(), 10)), true)
})

t.test('a single page always gets room, however large', async t => {
  const budget = new PageBudget(LIMITS)
  const holder = new Holder()
  t.equal(await hasRoom(budget.room(holder, 1000)), true)
  t.equal(await hasRoom(budget.room(holder, 1000)), true, 'its next page replaces it')
})

t.test('a page that is smaller than reserved frees the rest, and release() frees all of it', async t => {
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

t.test('a reader that takes nothing is ended only if others wait for room', async t => {
  const budget = new PageBudget({ ...LIMITS, graceMs: 50 })
  const slow = new Holder()
  await hasPage(budget, slow, 100)
  await pass(80)
  t.equal(slow.isSlow, false)
  t.equal(await hasRoom(budget.room(new Holder(), 50)), true)
  t.equal(slow.isSlow, true)
})

t.test('a reader that takes a little now and then gets ten times the grace time, but not forever', async t => {
  const budget = new PageBudget({ ...LIMITS, graceMs: 40 })
  const slow = new Holder()
  await hasPage(budget, slow, 100)
  const touch = () => { budget.touch(slow) }
  const waiting = budget.room(new Holder(), 50)
  await pass(395, touch)
  t.equal(slow.isSlow, false, 'still running after almost ten times the grace time')
  await pass(5, touch)
  t.equal(slow.isSlow, true)
  t.equal(await waiting, true)
})

t.test('a reader that has taken its whole page gets more time; one whose page is being made is not slow', async t => {
  const budget = new PageBudget({ ...LIMITS, graceMs: 100 })
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
  t.equal(await hasRoom(another), true, 'but not forever')
  t.same([waiting, made, next].map(({ isSlow }) => isSlow), [true, false, false])
})

t.test('a page that was taken and sent makes room at once, except for what its reader keeps', async t => {
  const budget = new PageBudget(LIMITS)
  const [sent, unsent, keeper] = [new Holder(), new Holder(), new Holder()]
  for (const holder of [sent, unsent, keeper]) await hasPage(budget, holder, 30)
  budget.taken(sent)
  budget.taken(unsent)
  budget.taken(keeper, 20)
  t.equal(await hasRoom(budget.room(new Holder(), 30)), false, 'nothing is sent yet')
  sent.unsentBytes = 0
  keeper.unsentBytes = 0
  t.equal(await hasRoom(budget.room(new Holder(), 20)), true)
  t.equal(await hasRoom(budget.room(new Holder(), 20)), false, 'the reader keeps 20 bytes')
  t.same([sent, unsent, keeper].map(({ isSlow }) => isSlow), [false, false, false])
})

t.test('a reader that waits for its turn without a page is never ended', async t => {
  const budget = new PageBudget(LIMITS)
  const [waiting, slow] = [new Holder(), new Holder()]
  await hasPage(budget, waiting, 50)
  await hasPage(budget, slow, 50)
  budget.taken(waiting)
  waiting.unsentBytes = 0
  t.equal(await hasRoom(budget.room(new Holder(), 50)), true)
  const room = budget.room(new Holder(), 50)
  await pass(5000)
  t.equal(await hasRoom(room), true)
  t.same([waiting, slow].map(({ isSlow }) => isSlow), [false, true])
})

t.test('when another client waits, a client that holds over a quarter is ended after a shorter time', async t => {
  const budget = new PageBudget({ ...LIMITS, graceMs: 2000 })
  const greedy = [new Holder('greedy'), new Holder('greedy'), new Holder('greedy')]
  const modest = new Holder('modest')
  for (const holder of greedy) await hasPage(budget, holder, 26)
  await hasPage(budget, modest, 20)
  t.equal(await hasRoom(budget.room(new Holder('greedy'), 20)), false)
  const room = budget.room(new Holder('another'), 20)
  await pass(50)
  t.equal(await hasRoom(room), true)
  t.same([modest, ...greedy].map(({ isSlow }) => isSlow), [false, true, false, false],
    'ends the reader of the greediest client that has been idle the longest')
})

t.test('among waiting readers, the one whose client holds the least comes first', async t => {
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

t.test('a reader that leaves while it waits takes no room', async t => {
  const budget = new PageBudget(LIMITS)
  const [first, gone] = [new Holder(), new Holder()]
  await budget.room(first, 100)
  const waiting = budget.room(gone, 100)
  gone.hasLeft = true
  budget.release(first)
  t.equal(await waiting, false)
  t.equal(await hasRoom(budget.room(new Holder(), 100)), true)
})
