import t from 'tap'
import fc from 'fast-check'
import { structureOf } from '../../src/json/structure.js'
import { runs } from '../support/runs.js'

t.test('counts levels and values, without those in strings', async t => {
  t.same(structureOf('{"a":[1,2,{"b":"],[\\"{"}],"c":3}'), { depth: 3, values: 6 })
  t.same(structureOf('"[[,"'), { depth: 0, values: 0 })
  t.same(structureOf('[[],[[]],1]'), { depth: 3, values: 6 })
})

t.test('reads any text in one pass', t => {
  for (const piece of ['[', ']', '"', '"\\', '\\"', '{"a":', ',']) t.ok(structureOf(piece.repeat(1_000_000)))
  t.equal(structureOf('['.repeat(1_000_000)).depth, 1_000_000)
  fc.assert(fc.property(fc.string(), text => structureOf(text).values <= text.length), { numRuns: runs(1000) })
  t.end()
})
