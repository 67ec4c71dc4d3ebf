import t from 'tap'
import { isError, isNoAnswer, isPending, startMsOf } from '../../src/exchange/outcome.js'
import { entryWith } from './entry.js'

t.test('an entry is pending while it has no time, and without an answer after two minutes', async t => {
  const entry = entryWith({ timeConsuming: 0, startTime: 1_000 })
  t.equal(isPending(entry), true)
  t.equal(isPending(entryWith({ timeConsuming: 0.1 })), false)
  t.equal(isNoAnswer(entry, 121_000), false)
  t.equal(isNoAnswer(entry, 121_001), true)
  t.equal(isNoAnswer({ ...entry, timeConsuming: 1 }, 999_000), false)
})

t.test('an error is a status of 400 or more, one of 0, or a code that is no success', async t => {
  for (const [responseHeader, response, expected] of [
    ['HTTP/1.1 200 OK', '', false], ['HTTP/1.1 399 Odd', '', false], ['HTTP/1.1 400 Bad', '', true], [':status: 503', '{"code":0}', true], ['HTTP/1.1 0', '', true],
    ['', '', false], ['HTTP/2 200', '{"code":"0"}', false], ['HTTP/2 200', '{"code":"40013"}', true], ['', '{"errno":-1}', true], ['HTTP/2 200', '{"a":1}', false]
  ] as const) t.equal(isError(entryWith({ responseHeader, response })), expected, `${responseHeader} ${response}`)
  t.equal(isError(entryWith({ responseHeader: 'HTTP/1.1 500', timeConsuming: 0 })), false, 'one that is pending is none')
})

t.test('a start that was not recorded follows from the time of the record', async t => {
  t.equal(startMsOf(entryWith({ startTime: 5, timestamp: 900 })), 5)
  t.equal(startMsOf(entryWith({ timestamp: 900, timeConsuming: 0 })), 900)
  t.equal(startMsOf(entryWith({ timestamp: 900, timeConsuming: 300 })), 600)
})
