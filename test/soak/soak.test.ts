// A soak in its shortest form: one round in each world.
import t from 'tap'
import { Figures } from './figures.js'
import { soak } from './soak.js'

t.setTimeout(300_000)

t.test('faults by chance and hostile clients break no promise', async t => {
  const figures = await soak(t, { seconds: 0, roundSeconds: 5, perSecond: 100, largeBytes: 100_000 })
  t.comment(`seed ${figures.seed}\n${figures.table()}`)
  t.same(figures.broken, [])
  t.equal(figures.rounds, 2, 'in both worlds')
  t.ok(figures.breaks >= 2, 'there were faults')
  t.ok(figures.apps.pushes > 50 && figures.sums.heard > 50, 'work')
  t.ok(figures.inputs > 200, 'and hostile inputs')
  const refused = Object.values(figures.answers).reduce((sum, answers) => sum + (answers['4xx'] ?? 0), 0)
  t.ok(refused > figures.inputs / 4, `of which ${refused} were answered and refused`)
})

t.test('a broken promise is told with its round, and so is a replica that needs too much memory', async t => {
  const figures = new Figures()
  t.same(figures.broken, [])
  figures.note('single', ['lost 1'])
  figures.memory = { worstMiB: 513 }
  t.same(figures.broken, ['round 1 (single): lost 1', 'a replica needed 513 MiB'])
})
