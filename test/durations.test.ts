import t from 'tap'
import { Durations } from '../src/durations.js'

t.test('counts a duration once, in the first bucket whose bound it does not exceed', async t => {
  const durations = new Durations([1, 5])
  for (const seconds of [0, 1, 1.5, 5, 5.1, 100]) durations.note(seconds, 'a')
  t.same(durations.series, [{ labels: ['a'], counts: [2, 2, 2], sumSeconds: 112.6 }])
})

t.test('each combination of labels is a separate series', async t => {
  const durations = new Durations([1])
  for (const status of [200, 404, 200]) durations.note(0.5, 'GET', '/', status)
  durations.note(2, 'GET')
  t.same(durations.series, [
    { labels: ['GET', '/', 200], counts: [2, 0], sumSeconds: 1 },
    { labels: ['GET', '/', 404], counts: [1, 0], sumSeconds: 0.5 },
    { labels: ['GET'], counts: [0, 1], sumSeconds: 2 }
  ])
})
