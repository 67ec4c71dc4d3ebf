// A sorted list of numbers, while numbers are added and removed.
import t from 'tap'
import fc from 'fast-check'
import { Ascending } from '../../src/summary/ascending.js'

t.test('percentiles equal those of a sorted list', async t => {
  const steps = fc.array(fc.oneof(
    fc.record({ add: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 150 }) }),
    fc.record({ remove: fc.array(fc.nat(), { maxLength: 100 }) })
  ), { maxLength: 12 })
  fc.assert(fc.property(steps, steps => {
    const [ascending, model] = [new Ascending(), [] as number[]]
    for (const step of steps) {
      for (const value of 'add' in step ? step.add : []) {
        ascending.add(value)
        model.push(value)
      }
      for (const n of 'remove' in step ? step.remove : []) {
        const [gone] = model.length > 0 ? model.splice(n % model.length, 1) : [999]
        ascending.remove(gone!)
      }
      const sorted = model.toSorted((a, b) => a - b)
      for (const percent of [0, 50, 95, 100]) {
        const expected = sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)]
        if (ascending.percentile(percent) !== expected || ascending.size !== sorted.length) {
          throw new Error(`${percent} of ${sorted.join()}`)
        }
      }
    }
  }))
  t.equal(new Ascending().percentile(50), undefined)
})
