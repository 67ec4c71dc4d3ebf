// The faults that a soak chooses, and its report. The soak itself is slow: npm run soak.
import t from 'tap'
import { Dice } from '../chaos/dice.js'
import { Figures } from './figures.js'
import { placeOf } from './place.js'

t.test('reports a broken promise with its round, and a replica that uses too much memory', async t => {
  const figures = new Figures()
  t.same(figures.broken, [])
  figures.note('single', ['lost 1'])
  figures.memory = { worstMiB: 513, ownDelayMs: 0 }
  t.same(figures.broken, ['round 1 (single): lost 1', 'a replica needed 513 MiB'])
})

t.test('the same seed gives the same faults, with the right share of each kind', async t => {
  const fault = (share: number) => ({ share, everyMs: 0, breakIt: async () => 1 })
  const world = { replicas: [], sessions: [], beginAnew: async () => [] }
  const draw = (seed: number) => {
    const place = placeOf('any', true, world, { rare: fault(1), common: fault(9) }, new Dice(seed))
    return Array.from({ length: 100 }, () => place.draw().name)
  }
  t.same(draw(7), draw(7))
  t.notSame(draw(7), draw(8))
  t.equal(draw(7).filter(name => name === 'rare').length, 10)
})
