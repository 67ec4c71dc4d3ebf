// Formats counts, alone and with a noun.
import t from 'tap'
import { counted, countText } from '../../src/text/count.js'

t.test('a count has a comma before each three digits, as English and Chinese write it', t => {
  for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_000_000, 9_007_199_254_740_991]) {
    t.equal(countText(count), count.toLocaleString('en'))
    t.equal(countText(count), count.toLocaleString('zh'))
  }
  t.end()
})

t.test('a noun is singular only after 1', async t => {
  t.same([0, 1, 2, 2000].map(count => counted(count, 'request')), ['0 requests', '1 request', '2 requests', '2,000 requests'])
  t.same([0, 1, 2].map(count => counted(count, 'entry', 'entries')), ['0 entries', '1 entry', '2 entries'])
})
