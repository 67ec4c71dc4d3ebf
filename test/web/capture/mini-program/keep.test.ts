// If a mini-program cannot send what it recorded, it keeps that in the storage of the platform. The tests use a real service behind a proxy
// that can fail.
import t, { type Test } from 'tap'
import { Earshot, type MiniOptions } from '../../../../src/web/capture/mini-program/earshot.js'
import { list, newSession } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { doubled, startFront, type Arrived, type Front } from '../keep/front.js'
import { openServers } from '../node/places.js'
import { standIn, type Kind, type StandIn } from './stand-in.js'
import { storageState, type StorageState } from './stand-in-storage.js'

const replica = await startReplica(t, await startRedis(t))
const servers = await openServers()
t.teardown(() => servers.close())

interface Life { kill: () => void, app: StandIn, ask: (path: string, body?: string) => Promise<void> }

/** One run of the app. The next one may have the same storage. */
function live (t: Test, options: MiniOptions, storage: StorageState, kind: Kind = 'wx'): Life {
  const app = standIn(kind, 'writable', storage)
  Object.assign(globalThis, { [kind]: app })
  Earshot.start(options)
  t.teardown(() => {
    Earshot.stop()
    Reflect.deleteProperty(globalThis, kind)
  })
  const ask = async (path: string, data = '') => await new Promise<void>(resolve => {
    app.request({ url: `${servers.places.http}/c0/${path}`, complete: () => resolve(), ...data && { method: 'POST', data } })
  })
  const kill = () => {
    app.kill()
    // It can neither send nor write any more.
    Earshot.stop()
  }
  return { app, ask, kill }
}

/** All that is kept. */
function kept ({ values }: StorageState): string {
  return Object.entries(values).filter(([key]) => key.startsWith('earshot.keep.')).map(([, value]) => String(value)).join('\n')
}

/** The complete pushes of batches that are kept as a whole. */
function completeIn ({ values }: StorageState): string[] {
  const heads = Object.keys(values).filter(key => /^earshot\.keep\.\d[^.]*$/.test(key))
  const batches = heads.map(head => {
    const { pieces } = JSON.parse(values[head] as string) as { pieces: number }
    return JSON.parse(Array.from({ length: pieces }, (_, n) => values[`${head}.${n}`]).join('')) as Arrived[]
  })
  return batches.flat().filter(({ timeConsuming }) => timeConsuming > 0).map(push => JSON.stringify(push))
}

/** Waits until requests with these texts are complete, and kept. */
async function keeps (storage: StorageState, ...texts: string[]): Promise<void> {
  await until(`${texts.join()} are kept`, async () => texts.every(text => completeIn(storage).some(push => push.includes(text))))
}

async function recorded (session: string, count: number): Promise<string[]> {
  await until(`${count} are recorded`, async () =>
    (await list(replica, session)).filter(({ timeConsuming }) => Number(timeConsuming) > 0).length === count)
  return (await list(replica, session)).map(({ api }) => api.replace(/.*\/c0\//, ''))
}

async function open (t: Test, session = newSession()): Promise<{ front: Front, session: string, storage: StorageState }> {
  return { front: await startFront(t, replica.url), session, storage: storageState({ own: 'of the app' }) }
}

for (const kind of ['wx', 'my', 'tt', 'uni'] as const) {
  t.test(`${kind}: what could not be sent is kept, and sent when the app was killed and runs again`, async t => {
    const { front, session, storage } = await open(t)
    const options = { url: front.url, session, keep: true }
    const first = live(t, options, storage, kind)
    await first.ask('json?before')
    await recorded(session, 1)
    front.state = 'off'
    await first.ask('json?one')
    await first.ask('echo', '{"password":"hunter2","two":"seen"}')
    await keeps(storage, 'json?one', 'seen')
    const endedMs = performance.now()
    t.notMatch(kept(storage), /hunter2/, 'masked before it is written')
    first.kill()
    front.state = 'up'
    const earlier = front.arrived.length
    const startedMs = performance.now()
    live(t, options, storage, kind)
    t.same(await recorded(session, 3), ['json?before', 'json?one', 'echo'])
    for (const { age } of front.arrived.slice(earlier)) t.ok(Number(age) >= startedMs - endedMs - 2, 'when it happened')
    await until('nothing is kept', async () => kept(storage) === '')
    t.same(Object.keys(storage.values), ['own'])
    t.same(doubled(front), [])
  })
}

t.test('while the app runs, it is sent when the network is back, once', async t => {
  const { front, session, storage } = await open(t)
  const { app, ask } = live(t, { url: front.url, session, keep: '10m' }, storage)
  front.state = 503
  for (const name of ['a', 'b', 'c']) await ask(`json?${name}`)
  await keeps(storage, 'json?c')
  t.equal(Earshot.state?.status, 'retrying')
  front.state = 'up'
  app.online()
  await recorded(session, 3)
  await until('it says so', async () => Earshot.state?.queued === 0)
  // A request that was pending when it was kept is sent in two pushes.
  t.match(Earshot.state, { status: 'recording', dropped: 0 })
  t.ok(Earshot.state!.sent >= 3)
  t.same(doubled(front), [])
  await ask('json?after')
  await recorded(session, 4)
  t.equal(kept(storage), '', 'the direct way again')
})

t.test('what waits when the app goes to the background is written at once', async t => {
  const { front, session, storage } = await open(t)
  const { app, ask, kill } = live(t, { url: front.url, session, keep: true }, storage)
  await ask('json?first')
  await recorded(session, 1)
  front.state = 'deaf'
  await ask('json?hidden')
  app.hide()
  await keeps(storage, 'json?hidden')
  kill()
  front.state = 'up'
  live(t, { url: front.url, session, keep: true }, storage)
  await recorded(session, 2)
})

t.test('without a session nothing is sent until somebody asks', async t => {
  const { front, session, storage } = await open(t)
  const options = { url: front.url, session: '', keep: '10m' }
  const first = live(t, options, storage)
  await first.ask('json?one')
  await keeps(storage, 'json?one')
  t.equal(Earshot.state?.status, 'waiting')
  first.kill()
  const second = live(t, options, storage)
  await second.ask('json?two')
  t.same([front.arrived, front.refused], [[], 0])
  t.ok(await Earshot.send(session) >= 2)
  t.same(await recorded(session, 2), ['json?one', 'json?two'])
  t.equal(await Earshot.send(session), 0)
  await t.rejects(Earshot.send('short'), /is not a session id of 15 characters/)
})

for (const state of ['full', 'silent'] as const) {
  t.test(`if the storage is ${state}, everything is as without it`, async t => {
    const { front, session, storage } = await open(t)
    storage.state = state
    const { ask } = live(t, { url: front.url, session, keep: true }, storage)
    front.state = 'off'
    await ask('json?one')
    await until('it was tried', async () => front.refused > 0)
    front.state = 'up'
    await recorded(session, 1)
    t.same(Object.keys(storage.values), ['own'])
    t.match(Earshot.state, { status: 'recording', dropped: 0 })
  })
}

t.test('a long body is split into keys of the size that the platform allows; a full storage makes room for what is new', async t => {
  const { front, session, storage } = await open(t)
  const { ask, kill } = live(t, { url: front.url, session, keep: true }, storage, 'my')
  front.state = 'off'
  for (let n = 0; n < 8; n++) {
    // Pairs of UTF-16 units, which no piece may split.
    await ask('echo', `"${n}${'😀'.repeat(200_000)}"`)
    await keeps(storage, `${n}😀`)
  }
  t.ok(storage.longest <= 200 * 1024)
  t.ok(kept(storage).length < 6 * 1024 * 1024)
  kill()
  front.state = 'up'
  live(t, { url: front.url, session, keep: true }, storage, 'my')
  await until('the newest is there', async () => (await list(replica, session)).some(({ request }) => request?.startsWith('"7😀😀')))
  const entries = await list(replica, session)
  t.notOk(entries.some(({ request }) => request?.includes('\ufffd')))
  t.match(entries.map(({ note }) => note).join(), /earlier pushes dropped/)
})

t.test('parts of batches, and what the app or a bug wrote there, do no harm', async t => {
  const { front, session, storage } = await open(t)
  const first = live(t, { url: front.url, session, keep: true }, storage)
  front.state = 'off'
  await first.ask('json?gone')
  await keeps(storage, 'json?gone')
  first.kill()
  for (const key of Object.keys(storage.values)) if (/^earshot\.keep\..*\.0$/.test(key)) Reflect.deleteProperty(storage.values, key)
  Object.assign(storage.values, {
    'earshot.keep.1-1-a': 'no JSON', 'earshot.keep.2-2-b': '{}', 'earshot.keep.3-3-c': 7, 'earshot.keep.4-4-d.0': 'lost', 'earshot.keep.dropped': 'x'
  })
  front.state = 'up'
  const { ask } = live(t, { url: front.url, session, keep: true }, storage)
  await ask('json?next')
  t.same(await recorded(session, 1), ['json?next'])
  await until('they are gone', async () => !/lost|no JSON|\{\}/.test(kept(storage)))
})
