// Compares two lists of fields, such as headers, which have a name and a value: pairs the fields that belong together.
import t from 'tap'
import { fieldDifferences } from '../../src/difference/field-differences.js'

const fields = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }))

t.test('pairs headers by name in any case, and repeated ones by value', async t => {
  const a = fields(['Accept', '*/*'], ['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2'], ['X-Old', '1'])
  const b = fields(['set-cookie', 'b=2'], ['set-cookie', 'a=3'], ['accept', '*/*'], ['X-New', '2'])
  const { changes, equalCount } = fieldDifferences(a, b, true)
  t.same(changes, [
    { name: 'set-cookie', before: 'a=1', after: 'a=3' }, { name: 'X-New', before: undefined, after: '2' }, { name: 'X-Old', before: '1', after: undefined }
  ])
  t.equal(equalCount, 2)
  t.equal(fieldDifferences(a, b).equalCount, 0, 'without the flag, as for a query, the case matters')
  t.same(fieldDifferences(fields(['__proto__', '1']), fields(['constructor', '1'])).changed, 2)
  const many = Array.from({ length: 100_000 }, (_, n) => ({ name: 'same', value: String(n) }))
  t.equal(fieldDifferences(many, many.map(({ name, value }) => ({ name, value: `${value}x` }))).changes.length, 1_000, 'at most 1,000')
})
