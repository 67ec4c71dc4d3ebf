import t from 'tap'
import { matchesETag, matchesStrongly } from '../../src/http/etag.js'

t.test('If-None-Match: a tag matches if it is alone, in a list or weak, and * matches every tag', async t => {
  for (const header of ['"1-0"', 'W/"1-0"', '"a", "1-0"', '"a",W/"1-0" ', '*']) t.equal(matchesETag(header, '1-0'), true, header)
  for (const header of ['', '1-0', '"1-00"', '"a", "b"']) t.equal(matchesETag(header, '1-0'), false, header)
})

t.test('If-Match: a tag matches if it is alone or in a list, but not if it is weak', async t => {
  for (const header of ['"1-0"', '"a", "1-0"', 'W/"a","1-0" ', '*']) t.equal(matchesStrongly(header, '1-0'), true, header)
  for (const header of ['', '1-0', 'W/"1-0"', '"a",W/"1-0"', '"1-00"']) t.equal(matchesStrongly(header, '1-0'), false, header)
})
