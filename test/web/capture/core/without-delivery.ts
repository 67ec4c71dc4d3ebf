// A recorder whose delivery is loaded later, or never: the waiting records are bounded, and arrive once the delivery is loaded.
import t, { type Test } from 'tap'
import { list, newSession } from '../../../support/client.js'
import { matchEach } from '../../../support/match-each.js'
import { delivered, startUnconnected, wireTo } from './node-host.js'
import { GET, OK, replica } from './place.js'

function start (t: Test, options = {}) {
  const session = newSession()
  const wire = wireTo(replica.url, session)
  return { session, wire, ...startUnconnected(t, wire, { session, ...options }) }
}

t.test('all earlier events are delivered in order once the delivery is loaded', async t => {
  const { session, wire, recorder, connect } = start(t)
  const exchanges = ['a', 'b'].map(name =>
    recorder.begin({ ...GET, api: `http://app.test/${name}`, request: { text: '{"password":"x"}' } }))
  exchanges[1]!.end({ responseHeader: OK, response: { text: 'hello' } })
  exchanges[0]!.note('noted')
  recorder.leave()
  recorder.flush(true)
  t.match(recorder.state, { status: 'recording', requests: 2, queued: 2, sent: 0 })
  t.equal(wire.sent.length, 0)
  connect()
  await delivered(recorder)
  matchEach(t, await list(replica, session), [
    { api: 'http://app.test/a', request: '{"password":"[masked]"}', responseHeader: 'HTTP/1.1 0', note: 'noted; page was left' },
    { api: 'http://app.test/b', request: '{"password":"[masked]"}', response: 'hello', note: undefined }
  ])
  exchanges[0]!.end({ responseHeader: OK })
  await delivered(recorder)
  matchEach(t, await list(replica, session), [{ responseHeader: OK, note: 'page was left; page was restored; noted' }, { response: 'hello' }])
})

t.test('requests over the limit are dropped, and the note of the first push has their number', async t => {
  const { session, recorder, connect } = start(t, { limits: { queuePushes: 3 } })
  for (let n = 0; n < 5; n++) recorder.begin({ ...GET, api: `http://app.test/${n}` }).end({ responseHeader: OK })
  t.match(recorder.state, { requests: 5, queued: 3, dropped: 2 })
  connect()
  await delivered(recorder)
  t.match(recorder.state, { requests: 5, queued: 0, sent: 3, dropped: 2 })
  matchEach(t, await list(replica, session), [
    { api: 'http://app.test/0', note: 'earlier pushes dropped: 2 (the queue was full)' }, { api: 'http://app.test/1', note: undefined },
    { api: 'http://app.test/2' }
  ])
})

t.test('bodies over the limit of bytes are dropped, with a note', async t => {
  const { session, recorder, connect } = start(t, { limits: { queueBytes: 10_000 } })
  const [first, second] = [recorder.begin(GET), recorder.begin(GET)]
  first.end({ responseHeader: OK, response: { text: 'x'.repeat(9_000) } })
  second.requestBody({ text: 'y'.repeat(9_000) })
  second.end({ responseHeader: OK, response: { text: 'z' } })
  recorder.begin(GET)
  t.match(recorder.state, { queued: 2, dropped: 1 })
  connect()
  await delivered(recorder)
  const entries = await list(replica, session)
  t.same(entries.map(({ request, response }) => [request.length, response]), [[0, ''], [9_000, '']])
  t.ok(entries.every(({ note }) => note?.includes('body left out: the queue was full')))
})

t.test('after an early stop(), only earlier records are sent once the delivery is loaded', async t => {
  const { session, recorder, connect } = start(t)
  recorder.begin(GET)
  recorder.stop()
  recorder.begin(GET)
  connect()
  await delivered(recorder)
  matchEach(t, await list(replica, session), [{ note: 'recorder stopped' }])
  t.equal(recorder.state.status, 'stopped')
})

t.test('after an early block(), nothing is edited or sent', async t => {
  let edited = 0
  const { wire, recorder, connect } = start(t, { mask: { edit: () => { edited++ } } })
  recorder.begin(GET)
  recorder.block('forbidden')
  connect()
  recorder.flush(false)
  t.equal(edited, 0)
  t.equal(wire.sent.length, 0)
  t.match(recorder.state, { status: 'blocked', reason: 'forbidden' })
})

t.test('with `when: watched` the state is `waiting` before and after the delivery is loaded', async t => {
  const { recorder, connect, wire } = start(t, { when: 'watched' })
  recorder.begin(GET)
  t.equal(recorder.state.status, 'waiting')
  connect()
  t.match(recorder.state, { status: 'waiting', queued: 1 })
  t.equal(wire.sent.length, 0)
})
