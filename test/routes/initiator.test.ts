// The initiator, the code that started a request: pushes and imports may contain it, lists and exports contain it, and secrets in its
// addresses are replaced.
import t from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { MAX_CALLS } from '../../src/schema/initiator-limits.js'
import { call, importHar, list, newSession, pushBatch, pushed, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

const LOAD = { function: 'load', url: 'https://shop.example/app.js?v=1', line: 12, column: 34 }
const MAIN = { url: 'https://shop.example/main.js', line: 1, column: 2 }

t.test('a push may give it, as a list or as its JSON; what is no call is left out, and nothing is refused for it', async t => {
  const session = newSession()
  const given = [
    [LOAD, MAIN], JSON.stringify([LOAD, MAIN]), [null, 7, {}, { ...LOAD, line: 0 }, { ...LOAD, column: '3' }, { ...LOAD, url: '' }, MAIN],
    'load', 7, {}, [], [[[]]], null
  ]
  for (const initiator of given) await pushed(replica, session, { initiator })
  const none = Array.from({ length: 6 }, () => undefined)
  t.strictSame((await list(replica, session)).map(({ initiator }) => initiator), [[LOAD, MAIN], [LOAD, MAIN], [MAIN], ...none])
})

t.test('what is too long is cut', async t => {
  const session = newSession()
  const many = Array.from({ length: 700 }, () => ({ ...LOAD, function: 'f'.repeat(5000), url: `https://shop.example/${'a'.repeat(5000)}` }))
  await pushed(replica, session, { initiator: many })
  const [{ initiator = [] } = {}] = await list(replica, session)
  t.equal(initiator.length, MAX_CALLS)
  for (const { function: name, url } of initiator) t.strictSame([name?.length, url.length], [100, 500])
})

t.test('viewers get it, and the second phase of a push keeps it', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  await pushed(replica, session, { requestId: 'r', initiator: [LOAD] })
  await pushed(replica, session, { requestId: 'r', timeConsuming: 5 })
  for (const type of ['entry-received', 'entry-updated']) {
    const message = await viewer.next()
    t.same([message.type, (message as unknown as { data: Entry }).data.initiator], [type, [LOAD]])
  }
})

t.test('secrets in addresses of files are replaced: before they are stored, and before they are shared', async t => {
  const url = 'https://user:s3cret@shop.example/app.js?token=s3cret'
  const strict = await startReplica(t, redis, { REDACT: 'default' })
  const [session, open] = [newSession(), newSession()]
  await pushed(strict, session, { initiator: [{ ...LOAD, url }, { ...LOAD, url: `${url.slice(0, -6)}s&a=${'a'.repeat(430)}` }] })
  await pushBatch(replica, open, [{ api: '/', method: 'GET', initiator: [{ ...LOAD, url }] }])
  const har = await call(replica, `/capture/har?sessionId=${open}`)
  const page = await call(replica, `/capture/har?sessionId=${open}&secrets=keep`)
  t.notMatch(JSON.stringify(await list(strict, session)), 's3cret')
  t.match(JSON.stringify(await list(strict, session)), 'redacted')
  t.notMatch(JSON.stringify(har.body), 's3cret')
  t.match(JSON.stringify(page.body), 's3cret')
})

t.test('a HAR has it as Chrome writes it, and an import of that has it again, also without our own member', async t => {
  const [first, second, third] = [newSession(), newSession(), newSession()]
  await pushed(replica, first, { initiator: [LOAD, MAIN], timeConsuming: 1 })
  const { body } = await call(replica, `/capture/har?sessionId=${first}`)
  const [entry] = (body as { log: { entries: { _initiator: unknown, _earshot?: unknown }[] } }).log.entries
  t.strictSame(entry?._initiator, {
    type: 'script',
    stack: {
      callFrames: [
        { functionName: 'load', scriptId: '', url: LOAD.url, lineNumber: 11, columnNumber: 33 },
        { functionName: '', scriptId: '', url: MAIN.url, lineNumber: 0, columnNumber: 1 }
      ]
    }
  })
  await importHar(replica, second, JSON.stringify(body))
  delete entry?._earshot
  await importHar(replica, third, JSON.stringify(body))
  for (const session of [second, third]) t.strictSame((await list(replica, session))[0]?.initiator, [LOAD, MAIN])
})

t.test('a recording of Chrome has the stack before a promise, too', async t => {
  const session = newSession()
  const frame = (functionName: string, lineNumber: number) => ({ functionName, scriptId: '7', url: MAIN.url, lineNumber, columnNumber: 0 })
  const initiators = [
    {
      type: 'script',
      stack: { callFrames: [frame('a', 1)], parent: { callFrames: [frame('b', 2)], parent: { callFrames: [frame('c', 3)] } } }
    },
    { type: 'parser', url: 'https://shop.example/', lineNumber: 3 }, { type: 'script' },
    { type: 'script', stack: { parent: { parent: {} } } },
    'https://shop.example/', null, { type: 'script', stack: { callFrames: 'x', parent: 7 } }
  ]
  const request = { method: 'GET', url: 'https://shop.example/a' }
  await importHar(replica, session, JSON.stringify({
    log: { version: '1.2', entries: initiators.map(_initiator => ({ request, response: { status: 200 }, time: 1, _initiator })) }
  }))
  const [chrome, ...others] = (await list(replica, session)).map(({ initiator }) => initiator)
  t.strictSame(chrome?.map(({ function: name, line, column }) => [name, line, column]), [['a', 2, 1], ['b', 3, 1], ['c', 4, 1]])
  t.strictSame(others, Array.from({ length: 6 }, () => undefined))
})
