// The bodies of requests that write rules: a thread reads them with the same results as the event loop.
import t from 'tap'
import { GrowingBytes } from '../../src/http/intake/growing.js'
import { RulesReading } from '../../src/rule-writing/rules-reading.js'
import { FAILS } from '../support/rules.js'

function bytesOf (text: string): GrowingBytes {
  const body = Buffer.from(text)
  const bytes = new GrowingBytes(body.length)
  bytes.append(body)
  return bytes
}

t.test('a thread gives the same rules and the same errors as the event loop', async t => {
  const reading = new RulesReading()
  t.teardown(() => reading.close())
  const merge = { a: ['é中"\\', 1, null, { b: [] }] }
  const rules = [FAILS, { ...FAILS, times: 2, action: { type: 'change', response: { merge } } }]
  const text = JSON.stringify({ off: true, rules })
  t.strictSame(await reading.inThread(bytesOf(text)), reading.here(Buffer.from(text)))
  for (const bad of ['', ' ', '{', '[]', '{"rules":[],"off":1}', '{"rules":[{}]}', '{"rules":[],"__proto__":1}', '{"constructor":{"prototype":1}}',
    JSON.stringify({ rules: [FAILS, { ...FAILS, match: 'status:500' }] }), JSON.stringify({ rules: [{ ...FAILS, action: { type: 'delay', ms: [2, 1] } }] })
  ]) {
    const { code, message } = errorOf(() => reading.here(Buffer.from(bad)))
    t.equal(code, 'bad_request', bad)
    await t.rejects(reading.inThread(bytesOf(bad)), { name: 'ApiError', code, message, status: 400 }, bad)
  }
})

t.test('a body that takes too long is rejected, and later ones are read', async t => {
  const hurried = new RulesReading(1)
  t.teardown(() => hurried.close())
  const deep = bytesOf('['.repeat(1_000_000) + ']'.repeat(1_000_000))
  await t.rejects(hurried.inThread(deep), { code: 'bad_request', message: 'The body is too complex: reading it takes too much time or memory' })
  const reading = new RulesReading()
  t.teardown(() => reading.close())
  t.same(await reading.inThread(bytesOf('{"rules":[]}')), { rules: [] })
})

t.test('a list of a million items where a rule has at most 100 is refused with the name of its member', async t => {
  const reading = new RulesReading()
  t.teardown(() => reading.close())
  for (const [member, action] of Object.entries({
    'action.headers': { type: 'respond', status: 200, headers: 'LIST' },
    'action.request.removeHeaders': { type: 'change', request: { removeHeaders: 'LIST' } },
    'action.response.patch': { type: 'change', response: { patch: 'LIST' } }
  })) {
    const text = JSON.stringify({ rules: [{ ...FAILS, action }] }).replace('"LIST"', `[${'0,'.repeat(999_999)}0]`)
    await t.rejects(reading.inThread(bytesOf(text)), { message: `Rule 1 ("${FAILS.name}"): ${member} must not have more than 100 items` })
  }
})

function errorOf (work: () => unknown): { code?: string, message?: string } {
  try {
    work()
  } catch (error) {
    return error as { code?: string, message?: string }
  }
  return {}
}
