// The explanations in the suggestions of the filter: each has a Chinese translation.
import t from 'tap'
import { KEY_GUIDE } from '../../../src/filter/key-guide.js'
import { filter } from '../../../src/web/viewer/words/zh/filter.js'

const shown = new Set(Object.values(KEY_GUIDE).flatMap(({ meaning, suggestions = [] }) =>
  [meaning, ...suggestions.map(one => one.meaning)]))

t.test('each meaning has a Chinese translation, and there are no others', async t => {
  t.same(new Set(Object.keys(filter.meanings)), shown)
})
