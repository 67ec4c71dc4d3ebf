// Whole files: valid HAR 1.2, without secrets, and equal after an import.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { startMsOf } from '../../src/exchange/outcome.js'
import { createHarWriter, type HarOptions } from '../../src/har/har-writer.js'
import { importHar } from '../../src/har/import.js'
import { parseHar } from '../../src/har/recording.js'
import { createRedactor } from '../../src/redact/redactor.js'
import type { Entry } from '../../src/schema/entry.js'
import { anyEntry, entryWith } from '../exchange/entry.js'
import { faultsOf } from './har-validator.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

const OPTIONS: HarOptions = { title: 'my-test-session', version: '1.2.3' }
const SECRET = 's3cret'

function written (entries: Entry[], options: HarOptions = OPTIONS): string {
  const writer = createHarWriter(options)
  return writer.head(entries[0] && startMsOf(entries[0])) + entries.map(entry => writer.entry(entry)).join(writer.between) + writer.tail
}

/** Removes the fields of an entry that the service adds. */
function given ({ id, timestamp, ...entry }: Entry): object {
  return { ...entry, startTime: entry.startTime ?? timestamp - entry.timeConsuming }
}

t.test('any session is written as valid HAR 1.2, and imported with equal entries in order', t => {
  fc.assert(fc.property(fc.array(anyEntry, { maxLength: 4 }), entries => {
    const text = written(entries, { ...OPTIONS, secrets: 'keep' })
    assert.deepEqual(faultsOf(JSON.parse(text)), [])
    assert.deepEqual(importHar(parseHar(text), 'p'), entries.map(given))
  }), { numRuns: runs(1_000) })
  t.end()
})

t.test('without secrets it is also valid HAR 1.2, and imported as the redacted entries', t => {
  const redact = createRedactor(['default'])
  fc.assert(fc.property(fc.array(anyEntry, { maxLength: 4 }), entries => {
    const text = written(entries)
    assert.deepEqual(faultsOf(JSON.parse(text)), [])
    const inText = ({ source, note }: Entry) => ({
      ...source !== undefined && { source: redact({ request: source }).request },
      ...note !== undefined && { note: redact({ request: note }).request }
    })
    assert.deepEqual(importHar(parseHar(text), 'p'), entries.map(entry => given({ ...redact(entry), ...inText(entry) })))
  }), { numRuns: runs(1_000) })
  t.end()
})

t.test('has the one page that importers need, and the name of its creator', async t => {
  t.strictSame(JSON.parse(written([])), {
    log: {
      version: '1.2',
      creator: { name: 'Earshot', version: '1.2.3' },
      pages: [{
        startedDateTime: '1970-01-01T00:00:00.000Z',
        id: 'page_1',
        title: 'my-test-session',
        pageTimings: { onContentLoad: -1, onLoad: -1 }
      }],
      entries: []
    }
  })
  t.equal(parseHar(written([entryWith({ startTime: 1_795_250_000_000 })])).log!.pages![0]!.startedDateTime, '2026-11-21T08:33:20.000Z')
  t.equal(createHarWriter(OPTIONS).head(NaN), createHarWriter(OPTIONS).head())
})

t.test('contains no secrets anywhere, unless they are kept', async t => {
  const entry = entryWith({
    api: `https://me:${SECRET}@shop.example/a;token=${SECRET}?token=${SECRET}&next=%2Fb%3Fpassword%3D${SECRET}`,
    method: 'POST',
    requestHeader: `POST /a?token=${SECRET} HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\nCookie: a=${SECRET}\r\n` +
      `Referer: https://shop.example/?token=${SECRET}\r\nContent-Type: application/x-www-form-urlencoded`,
    request: `password=${SECRET}`,
    responseHeader: `HTTP/1.1 302 Found\r\nSet-Cookie: a=${SECRET}; Path=/\r\nLocation: /b?token=${SECRET}`,
    response: `{"token":"${SECRET}"}`,
    pageParams: `{"token":"${SECRET}"}`,
    storage: `{"jwt":"${SECRET}","user":"{\\"password\\":\\"${SECRET}\\"}"}`,
    source: `/a?token=${SECRET}`,
    note: `token=${SECRET}`,
    mark: { pinned: true, note: `password=${SECRET}` }
  })
  const writer = createHarWriter(OPTIONS)
  const text = writer.head() + writer.entry(entry) + writer.tail
  t.notMatch(text, SECRET)
  const [imported] = importHar(parseHar(text), 'p')
  t.strictSame(imported!.mark, { pinned: true, note: 'password=[redacted]' })
  t.equal(imported!.storage, '{"jwt":"[redacted]","user":"{\\"password\\":\\"[redacted]\\"}"}')

  const whole = written([entry], { ...OPTIONS, secrets: 'keep' })
  t.strictSame(importHar(parseHar(whole), 'p'), [given(entry)])
})

t.test('writing time grows linearly with the length of an entry', { timeout: 60_000 }, async t => {
  for (const piece of [
    'a', ';', '=', 'a=b;', 'a: b\n', 'Cookie: a=b\n', '%', '\ud800', '茶', 'data:;base64,', '/', '?', '[', '{"a":', '\\"', ' ', '\n', '&a=b',
    '@', ','
  ]) {
    const text = piece.repeat(200_000 / piece.length)
    for (const prefix of ['', 'Cookie: ', 'Set-Cookie: a=b', '{"a":"']) {
      const hostile = prefix + text
      const entry = entryWith({
        api: hostile, requestHeader: hostile, responseHeader: hostile, request: hostile, response: hostile, note: hostile.slice(0, 1000)
      })
      if (takesLong(() => written([entry]))) t.fail(`${prefix}${piece}... takes long`)
    }
  }
})
