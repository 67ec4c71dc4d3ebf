// Tests that verdict.ts detects each kind of broken promise.
import t, { type Test } from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { noFigures, type Acknowledged } from './app.js'
import { chaos } from './chaos.js'
import { startLossy, type Losses } from './lossy.js'
import { brokenPromises, judge, type SessionEnd } from './verdict.js'

const SECONDS = 3

t.test('detects a push that was acknowledged but not recorded', async t => {
  const verdict = await behind(t, { pushes: 5 })
  t.ok(verdict.lost > 0, `lost ${verdict.lost}`)
  t.ok(verdict.doubled > 0, 'and a request whose phases have different ids')
  t.ok(brokenPromises(verdict).includes(`lost ${verdict.lost}`))
})

t.test('detects a change that a viewer did not receive', async t => {
  const verdict = await behind(t, { changes: 60 })
  t.ok(verdict.gaps > 0, `gaps ${verdict.gaps}`)
  t.same([verdict.lost, verdict.doubled], [0, 0])
  t.ok(brokenPromises(verdict).includes(`gaps ${verdict.gaps}`))
})

t.test('through the same proxy without losses, every promise is kept', async t => {
  const verdict = await behind(t, {})
  t.same(brokenPromises(verdict), [])
  t.ok(verdict.heard > verdict.pushes, 'viewers received changes')
})

t.test('each kind of fault changes only its own figure', async t => {
  const entry = (id: string, requestId: string, response = 'r') => ({ id, requestId, response }) as Entry
  const acknowledged = (id: string, requestId: string, pendingId = id): Acknowledged => ({
    session: 's', pendingId, id, requestId, response: 'r', note: undefined
  })
  const figures = { resumes: 0, lists: 1, gaps: 0, messages: 1 }
  const end = (entries: Entry[], copy = entries, more = {}): SessionEnd[] =>
    [{ session: 's', entries, copies: [{ entries: copy, figures: { ...figures, ...more } }] }]
  const one = [entry('1', 'a')]
  const rows: [string, Acknowledged[], SessionEnd[], object][] = [
    ['all is well', [acknowledged('1', 'a')], end(one), {}],
    ['not in the list', [acknowledged('2', 'b')], end(one), { lost: 1 }],
    ['in the list with another response', [acknowledged('1', 'a')], end([entry('1', 'a', 'other')]), { lost: 1 }],
    ['in the list without its mark', [{ ...acknowledged('1', 'a'), note: 'n' }], end(one), { lost: 1 }],
    ['in the list twice', [acknowledged('1', 'a')], end([...one, entry('2', 'a')]), { doubled: 1 }],
    ['its phases were two entries', [acknowledged('1', 'a', '0')], end(one), { doubled: 1 }],
    ['a viewer lacks one', [acknowledged('1', 'a')], end(one, []), { wrong: 1 }],
    ['a viewer has another order', [], end([entry('1', 'a'), entry('2', 'b')], [entry('2', 'b'), entry('1', 'a')]), { wrong: 1 }],
    ['a viewer missed one', [], end(one, one, { gaps: 1, lists: 2 }), { gaps: 1, resyncs: 1 }]
  ]
  const well = { resumes: 0, resyncs: 0, heard: 1, lost: 0, doubled: 0, gaps: 0, wrong: 0 }
  for (const [title, pushes, ends, faults] of rows) t.same(judge(pushes, ends), { ...well, ...faults }, title)
})

t.test('forbidden behavior of replicas breaks a promise, too', async t => {
  const well = { ...noFigures(), lost: 0, doubled: 0, gaps: 0, wrong: 0, fallen: [] }
  t.same(brokenPromises(well), [])
  t.same(brokenPromises({ ...well, faults: 2, firstFault: '500 {}' }), ['faults 2', 'such as 500 {}'])
  t.same(brokenPromises({ ...well, unanswered: 1 }), ['unanswered 1'])
  t.same(brokenPromises({ ...well, fallen: ['a replica ended by itself (1): oh'] }), ['a replica ended by itself (1): oh'])
})

t.test('a run that fails ends its apps, though nobody acknowledges their last pushes', async t => {
  const replica = await startReplica(t, await startRedis(t))
  const breakSomething = async (): Promise<never> => {
    await replica.app.close()
    throw new Error('the fault failed')
  }
  const figures = noFigures()
  const crowd = { apps: 2, viewers: 1, everyMs: 10 }
  await t.rejects(chaos({ replicas: [replica], sessions: [newSession()] }, { seconds: 10, everyMs: 1, breakSomething }, crowd, figures),
    { message: 'the fault failed' })
  t.ok(figures.pushes > 0)
})

/** Runs chaos without faults other than those of the proxy. */
async function behind (t: Test, losses: Losses) {
  const front = await startLossy(t, await startReplica(t, await startRedis(t)), losses)
  const trouble = { seconds: SECONDS, everyMs: SECONDS * 1000, breakSomething: async () => 0 }
  return await chaos({ replicas: [front], sessions: [newSession()] }, trouble, { apps: 2, viewers: 2, everyMs: 10 })
}
