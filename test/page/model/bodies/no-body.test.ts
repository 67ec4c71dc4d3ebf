// The explanation of a missing body: it states only what is known.
import t from 'tap'
import { whyNoBody } from '../../../../src/web/viewer/model/bodies/no-body.js'
import { entryWith } from '../../../exchange/entry.js'

t.test('a body that was not recorded is not said to have been missing, unless the response cannot have had one', async t => {
  const of = (responseHeader: string, more: Parameters<typeof entryWith>[0] = {}) =>
    whyNoBody(entryWith({ responseHeader, timeConsuming: 5, ...more }), 'response', Date.now())
  t.equal(of('HTTP/1.1 200 OK'), 'noResponseBody')
  t.equal(of('HTTP/1.1 200 OK\ncontent-length: 12', { note: 'response cut: 0 of 12 bytes kept' }), 'noResponseBody')
  t.equal(of(''), 'noResponseBody')
  for (const status of ['204 No Content', '205 Reset Content', '304 Not Modified', '200 OK\ncontent-length: 0']) {
    t.equal(of(`HTTP/1.1 ${status}`), 'bodiless', status)
  }
  t.equal(of('HTTP/1.1 200 OK\ncontent-length: 12', { method: 'HEAD' }), 'bodiless')
  t.equal(of('HTTP/1.1 0 Failed'), 'unanswered')
  t.equal(of('HTTP/1.1 0 Failed', { method: 'HEAD' }), 'unanswered', 'a failed request has no response at all')
})

t.test('a pending request has no response yet, or had none in time; its own body is not recorded in any case', async t => {
  const entry = entryWith({ responseHeader: '', timeConsuming: 0, startTime: 1_000, timestamp: 1_000 })
  t.equal(whyNoBody(entry, 'response', 2_000), 'notAnswered')
  t.equal(whyNoBody(entry, 'response', 200_000), 'neverAnswered')
  t.equal(whyNoBody(entry, 'request', 2_000), 'noRequestBody')
})
