// Pools of values: equal keys share one value, and a pool is bounded.
import t from 'tap'
import { Pool, shared } from '../../src/exchange/detached.js'

t.test('equal keys get the first value; no long key, and no more than some thousand, are kept', async t => {
  const pool = new Pool<object>()
  const made = (key: string) => pool.first(key, () => ({ key }))
  const first = made('200 OK')
  t.equal(made('200 OK'), first)
  const long = 'x'.repeat(301)
  t.not(made(long), made(long))
  for (let n = 0; n < 5000; n++) made(String(n))
  t.not(made('200 OK'), first)
  t.same(made('200 OK'), first)
})

t.test('a shared text is equal to its piece, whatever is in it', async t => {
  for (const piece of ['', 'json', '\ud800', 'ü'.repeat(400), '"\\\n']) t.equal(shared(piece), piece)
})
