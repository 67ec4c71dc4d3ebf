// The backlog: masking, editing and queueing are deferred, so that the app does not wait for them; nothing is lost, and the backlog is
// bounded.
import t, { type Test } from 'tap'
import type { PushDraft } from '../../../../src/web/capture/core/push.js'
import { list } from '../../../support/client.js'
import { delivered } from './node-host.js'
import { GET, OK, replica, start } from './place.js'

/** Starts a recorder that has just sent a batch, so that the next one leaves after 200 ms; `edited` lists the pushes that were edited. */
function startBusy (t: Test, edit: (push: PushDraft) => PushDraft | undefined = push => push) {
  const edited: string[] = []
  const mask = {
    edit: (push: PushDraft) => { edited.push(`${push.api} ${push.timeConsuming > 0 ? 'complete' : 'pending'}`); return edit(push) }
  }
  const started = start(t, { mask })
  started.recorder.begin(get('first')).end({ responseHeader: OK })
  started.recorder.flush(false)
  edited.splice(0)
  return { ...started, edited }
}

function get (name: string) {
  return { ...GET, api: `http://app.test/${name}` }
}

t.test('pushes are edited when a batch leaves, in the order in which requests began and ended', async t => {
  const { session, recorder, edited } = startBusy(t)
  const exchanges = ['a', 'b'].map(name => recorder.begin(get(name)))
  for (const exchange of exchanges.reverse()) exchange.end({ responseHeader: OK, response: { text: 'hello' } })
  t.same(edited, [])
  await delivered(recorder)
  t.same(edited, ['a pending', 'b pending', 'b complete', 'a complete'].map(line => `http://app.test/${line}`))
  t.same((await list(replica, session)).map(({ api, response }) => [api, response]),
    [['http://app.test/first', ''], ['http://app.test/a', 'hello'], ['http://app.test/b', 'hello']])
})

t.test('the duration of a request ends with the request, not with the deferred work', async t => {
  let nowMs = 1000
  const { session, recorder } = start(t, {}, { now: () => nowMs })
  recorder.begin(GET)
  const exchange = recorder.begin(get('timed'))
  nowMs += 50
  exchange.end({ responseHeader: OK })
  nowMs += 100
  await delivered(recorder)
  t.equal((await list(replica, session)).find(({ api }) => api.endsWith('timed'))!.timeConsuming, 50)
})

t.test('a long text or 500 requests end the deferral at once', async t => {
  const { recorder, edited } = startBusy(t)
  recorder.begin({ ...get('large'), request: { text: 'x'.repeat(70_000) } })
  t.same(edited, ['http://app.test/large pending'])
  edited.splice(0)
  for (let n = 0; n < 499; n++) recorder.begin(GET)
  t.equal(edited.length, 0)
  recorder.begin(GET)
  t.equal(edited.length, 500)
  await delivered(recorder)
})

t.test('deferred pushes count as queued, and are sent when the recorder stops', async t => {
  const { session, recorder } = startBusy(t)
  for (const name of ['a', 'b', 'c']) recorder.begin(get(name)).end({ responseHeader: OK })
  t.equal(recorder.state.queued, 4)
  recorder.begin(get('d'))
  recorder.stop()
  await delivered(recorder)
  t.same((await list(replica, session)).map(({ api }) => api.slice(-1)), ['t', 'a', 'b', 'c', 'd'])
})

t.test('deferred pushes are not edited once the recorder is blocked', async t => {
  const { recorder, edited } = startBusy(t)
  recorder.begin(get('a')).end({ responseHeader: OK })
  recorder.block('forbidden')
  t.match(recorder.state, { status: 'blocked' })
  t.same(edited, [])
})

t.test('an edit function that throws drops only its own push', async t => {
  const { session, recorder } = startBusy(t, push => {
    if (push.api.endsWith('b')) throw new Error('a mistake of the app')
    return push
  })
  for (const name of ['a', 'b', 'c']) recorder.begin(get(name)).end({ responseHeader: OK })
  await delivered(recorder)
  t.same((await list(replica, session)).map(({ api }) => api.slice(-1)), ['t', 'a', 'c'])
})

t.test('requests made within the edit function are not recorded, which would recurse', async t => {
  let asked = 0
  const edit = (push: PushDraft) => {
    asked++
    recorder.begin(get('log')).end({ responseHeader: OK })
    return push
  }
  const { session, recorder } = start(t, { mask: { edit } })
  for (const name of ['a', 'b']) recorder.begin(get(name)).end({ responseHeader: OK })
  await delivered(recorder)
  t.equal(asked, 4)
  t.same((await list(replica, session)).map(({ api }) => api.slice(-1)), ['a', 'b'])
})
