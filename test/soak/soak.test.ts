// A soak in its shortest form: one round in each world.
import t from 'tap'
import { Dice } from '../chaos/dice.js'
import { Figures } from './figures.js'
import { placeOf } from './place.js'
import { soak } from './soak.js'

t.setTimeout(300_000)

t.test('faults by chance and hostile clients break no promise', async t => {
  const figures = await soak(t, { seconds: 0, roundSeconds: 3, perSecond: 100, largeBytes: 100_000 })
  t.comment(`seed ${figures.seed}\n${figures.table()}`)
  t.same(figures.broken, [])
  t.equal(figures.rounds, 2, 'in both worlds')
  t.ok(figures.breaks >= 2, 'there were faults')
  t.ok(figures.apps.pushes > 50 && figures.sums.heard > 50, 'work')
  t.ok(figures.inputs > 100, 'and hostile inputs')
  const refused = Object.values(figures.answers).reduce((sum, answers) => sum + (answers['4xx'] ?? 0), 0)
  t.ok(refused > figures.inputs / 4, `of which ${refused} were answered and refused`)
})

t.test('a broken promise is told with its round, and so is a replica that needs too much memory', async t => {
  const figures = new Figures()
  t.same(figures.broken, [])
  figures.note('single', ['lost 1'])
  figures.memory = { worstMiB: 513, ownDelayMs: 0 }
  t.same(figures.broken, ['round 1 (single): lost 1', 'a replica needed 513 MiB'])
})

t.test('the same seed draws the same faults, each kind in its share', async t => {
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
