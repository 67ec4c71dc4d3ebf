// Large bodies are read in a thread, with the same results as small ones. If one body cannot be read, the others are not affected.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { GrowingBytes } from '../../src/http/intake/growing.js'
import type { ReadPush } from '../../src/pushes/batch-body.js'
import { pushesIn } from '../../src/pushes/pages.js'
import { readFormPush, readJsonPush } from '../../src/pushes/push-body.js'
import { PushParser } from '../../src/pushes/push-parser.js'
import { runs } from '../support/runs.js'

const settings = { redact: ['default'], maxMessages: 1000, maxTotalMessageBytes: 1024 ** 2 }

function bytesOf (text: string): GrowingBytes {
  const body = Buffer.from(text)
  const bytes = new GrowingBytes(body.length)
  for (let at = 0; at < body.length; at += 65_536) bytes.append(body.subarray(at, at + 65_536))
  return bytes
}

t.test('a thread gives the same push as the event loop, and the bytes are transferred to it', async t => {
  const reading = new PushParser(settings)
  t.teardown(() => reading.close())
  const text = JSON.stringify({ api: '/a?token=s3cret', method: 'get', response: { password: 's3cret', text: '中"\\é'.repeat(50_000) } })
  const bytes = bytesOf(text)
  const push = await reading.inThread('json', bytes)
  t.same(push, reading.here('json', Buffer.from(text)))
  t.notMatch(JSON.stringify(push), 's3cret')
  t.equal(bytes.memory.byteLength, 0, 'the bytes were transferred, not copied')
})

t.test('a thread reads several pushes with the same results and errors as the event loop', async t => {
  const reading = new PushParser(settings)
  t.teardown(() => reading.close())
  const push = (n: number) => JSON.stringify({
    api: `/${n}?token=s3cret`, method: 'get', requestId: n, response: { password: 's3cret', text: '中"\\é'.repeat(3_000) }
  })
  const texts = [push(1), '7', '{}', push(2)]
  const entry = { request: { method: 'get', url: 'http://a/?token=s3cret' }, response: { content: { text: 'x'.repeat(300_000) } } }
  const bodies = {
    array: `[${texts.join()}]`,
    lines: [...texts, '{'].join('\n'),
    beacon: [...texts, '{'].join('\n'),
    har: JSON.stringify({ log: { entries: [entry, {}] } })
  }
  const readsOf = (read: ReadPush[] | Uint8Array[]) => read.flatMap(one => one instanceof Uint8Array ? pushesIn(one) : [one])
  for (const kind of ['array', 'lines', 'beacon', 'har'] as const) {
    const reads = readsOf(await reading.inThread(kind, bytesOf(bodies[kind])))
    t.strictSame(reads, readsOf(reading.here(kind, Buffer.from(bodies[kind]))), kind)
    t.equal(reads.length, { array: 4, lines: 5, beacon: 5, har: 2 }[kind])
    t.notMatch(JSON.stringify(reads), 's3cret')
  }
  await t.rejects(reading.inThread('array', bytesOf(`[${'1,'.repeat(500)}1]`)), { name: 'ApiError', code: 'too_large', status: 413 })
  await t.rejects(reading.inThread('har', bytesOf('{}')), { name: 'ApiError', code: 'bad_request', message: /log\.entries/ })
})

t.test('a body that takes too long is rejected, later ones are read, and deep nesting does not crash a thread', async t => {
  const complex = { code: 'bad_request', message: 'The body is too complex: reading it takes too much time or memory' }
  const hurried = new PushParser(settings, 1)
  const patient = new PushParser(settings, 60_000)
  t.teardown(async () => { await hurried.close(); await patient.close() })
  const slow = JSON.stringify({ api: '/', method: 'GET', response: '["[=",'.repeat(400_000) })
  await t.rejects(hurried.inThread('json', bytesOf(slow)), complex)
  const deep = `{"api":"/","method":"GET","response":${'['.repeat(30_000_000)}`
  await t.rejects(patient.inThread('json', bytesOf(deep)), { code: 'bad_request', message: 'The body is not valid JSON' })
  t.same(await patient.inThread('json', bytesOf('{"api":"/a","method":"GET"}')), { push: { api: '/a', method: 'GET' } })
})

t.test('a long body gives the same push as a short one with the same fields', t => {
  const blanks = ' '.repeat(20_000)
  const scalar = fc.oneof(fc.string(), fc.double(), fc.constantFrom(null, true, '7.5', ''))
  const fields = fc.record({
    api: scalar,
    method: scalar,
    timeConsuming: scalar,
    requestId: fc.jsonValue(),
    request: fc.jsonValue(),
    response: fc.jsonValue(),
    storage: fc.jsonValue(),
    x: fc.jsonValue(),
    ['__proto__']: fc.jsonValue()
  }, { requiredKeys: [] })
  fc.assert(fc.property(fc.oneof(fields, scalar, fc.array(scalar)), value => {
    const text = JSON.stringify(value)
    assert.deepEqual(readJsonPush(blanks + text), readJsonPush(text))
  }), { numRuns: runs(300) })
  const pairs = fc.array(
    fc.tuple(fc.constantFrom('api', 'method', 'response', 're%73ponse', 'x', '', '%', '%zz', 'api+'), fc.webFragments()).map(pair =>
      pair.join('='))
  )
  fc.assert(fc.property(pairs, all => {
    const form = all.join('&')
    assert.deepEqual(readFormPush(`${form}&${'y&'.repeat(10_000)}`), readFormPush(form))
  }), { numRuns: runs(300) })
  t.end()
})
