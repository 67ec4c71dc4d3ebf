// Readers get their turns in a fair order, whatever the clients request, and in whatever order they request it.
import t from 'tap'
import fc from 'fast-check'
import { FairTurns } from '../../src/reading/fair-turns.js'

/** Takes `count` turns on a path, each with this cost; appends the path to `order` when a turn begins. */
function ask (turns: FairTurns, path: string[], count: number, cost: number, order: string[]): Promise<void> {
  const close = turns.open(path)
  const work = async () => {
    for (let n = 0; n < count; n++) {
      const end = await turns.enter(path)
      order.push(path.join(' '))
      await Promise.resolve()
      end(cost)
    }
    close()
  }
  return work()
}

t.test('there is one turn at a time, and everyone gets all turns', async t => {
  const one = fc.tuple(fc.nat(2), fc.nat(2), fc.integer({ min: 1, max: 5 }), fc.nat(9))
  await fc.assert(fc.asyncProperty(fc.array(one, { maxLength: 12 }), async asked => {
    const turns = new FairTurns()
    let [open, most, done] = [0, 0, 0]
    await Promise.all(asked.map(async ([address, session, count, cost], n) => {
      const path = [String(address), String(session), String(n)]
      const close = turns.open(path)
      for (let k = 0; k < count; k++) {
        const end = await turns.enter(path)
        most = Math.max(most, ++open)
        await Promise.resolve()
        open--
        end(cost)
        done++
      }
      close()
    }))
    if (most > 1 || done !== asked.reduce((sum, [, , count]) => sum + count, 0)) throw new Error(`${most} at once, ${done} done`)
  }))
  t.pass('for all random orders')
})

t.test('a cheap reader waits for at most one turn of each expensive reader, and then gets its turns soon', async t => {
  const turns = new FairTurns()
  const order: string[] = []
  const large = Array.from({ length: 10 }, (_, n) => ask(turns, ['a', `s${n}`, 'r'], 20, 500, order))
  // Each of them has had some turns.
  while (order.length < 25) await Promise.resolve()
  const from = order.length
  const small = ask(turns, ['a', 'small', 'r'], 10, 1, order)
  await Promise.all([...large, small])
  const places = order.slice(from).flatMap((path, n) => path === 'a small r' ? [n] : [])
  t.ok(places[0]! <= 10, `its first turn comes after at most one turn of each: ${places[0]}`)
  t.ok(places.at(-1)! - places[0]! <= 20, `and the others soon after: ${places.join(' ')}`)
})

t.test('many sessions of an address, or many requests of a session, get only the share of one', async t => {
  for (const path of [(n: number) => ['many', `s${n}`, 'r'], (n: number) => ['one', 'many', `r${n}`]]) {
    const turns = new FairTurns()
    const order: string[] = []
    const other = path(0)[0] === 'many' ? ['other', 's', 'r'] : ['one', 'other', 'r']
    await Promise.all([...Array.from({ length: 9 }, (_, n) => ask(turns, path(n), 20, 1, order)), ask(turns, other, 20, 1, order)])
    const last = order.lastIndexOf(other.join(' '))
    t.ok(last <= 50, `all 20 turns of the other path are within the first fifty: ${last}`)
  }
})

t.test('a new request of a client comes before its requests that have already had turns', async t => {
  const turns = new FairTurns()
  const order: string[] = []
  const lists = Array.from({ length: 100 }, (_, n) => ask(turns, ['a', 's', `list ${n}`], 5, 10, order))
  while (order.length < 100) await Promise.resolve()
  const from = order.length
  await Promise.all([...lists, ask(turns, ['a', 's', 'last'], 1, 1, order)])
  t.ok(order.indexOf('a s last') - from <= 2)
})

t.test('a request that is closed while it waits does not block others', async t => {
  const turns = new FairTurns()
  const [first, left, other] = [['a', 's', '1'], ['a', 't', '2'], ['b', 's', '3']]
  const [closeFirst, closeLeft, closeOther] = [first, left, other].map(path => turns.open(path))
  const end = await turns.enter(first)
  const waiting = [turns.enter(left), turns.enter(other)]
  closeLeft!()
  end(1)
  // Each ends its turn immediately.
  await Promise.all(waiting.map(async turn => { (await turn)(0) }))
  closeFirst!()
  closeOther!()
  t.equal((turns as unknown as { root: { children: Map<string, unknown> } }).root.children.size, 0)
})

t.test('finished requests leave no state behind', async t => {
  const turns = new FairTurns()
  await Promise.all(Array.from({ length: 50 }, (_, n) => ask(turns, [`a${n}`, 's', 'r'], 2, 1, [])))
  t.equal((turns as unknown as { root: { children: Map<string, unknown> } }).root.children.size, 0)
})
