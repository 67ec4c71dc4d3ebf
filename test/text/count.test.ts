import t from 'tap'
import { countText } from '../../src/text/count.js'

t.test('a count has a comma before each three digits, as English and Chinese write it', t => {
  for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_000_000, 9_007_199_254_740_991]) {
    t.equal(countText(count), count.toLocaleString('en'))
    t.equal(countText(count), count.toLocaleString('zh'))
  }
  t.end()
})
