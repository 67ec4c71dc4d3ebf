// Entries with any content and any length are read without exceptions and without delay.
import t from 'tap'
import fc from 'fast-check'
import { addressOf, queryOf } from '../../src/exchange/address.js'
import { requestBodyOf, responseBodyOf } from '../../src/exchange/body.js'
import { graphqlOperationOf } from '../../src/exchange/graphql.js'
import { readHeaders } from '../../src/exchange/headers.js'
import { jsonOf } from '../../src/exchange/json-body.js'
import { findJwts, readJwt } from '../../src/exchange/jwt.js'
import { kindOf } from '../../src/exchange/kind.js'
import { isNoAnswer, outcomeOf, startMsOf } from '../../src/exchange/outcome.js'
import { replyOf } from '../../src/exchange/reply.js'
import { statusOf } from '../../src/exchange/status.js'
import type { Entry } from '../../src/schema/entry.js'
import { anyEntry, entryWith } from './entry.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

const READERS: Record<string, (entry: Entry) => unknown> = {
  addressOf,
  queryOf: ({ api }) => queryOf(api),
  requestBodyOf,
  responseBodyOf,
  graphqlOperationOf,
  readHeaders: ({ requestHeader }) => readHeaders(requestHeader),
  jsonOf: ({ response }) => jsonOf(response),
  findJwts: ({ response }) => findJwts(response),
  readJwt: ({ response }) => readJwt(response),
  kindOf,
  outcomeOf: entry => outcomeOf(entry, 0),
  replyOf,
  isNoAnswer: entry => isNoAnswer(entry, 0),
  startMsOf,
  statusOf: ({ responseHeader }) => statusOf(responseHeader)
}

t.test('no entry makes a reader throw', t => {
  fc.assert(fc.property(anyEntry, entry => {
    for (const read of Object.values(READERS)) read(entry)
  }), { numRuns: runs(3_000) })
  t.end()
})

// Fragments that would take a backtracking parser minutes or hours.
const REPEATED = [
  'a', ' ', '\n', '\t\n', 'a: b\n', ':', 'HTTP/1.1 200 ', 'HTTP/1.1 200\n', 'GET / HTTP/', '{', '[', '{"code":', '[[', '"', '\\"', '"\\',
  '{"a":1,', 'eyJ', 'eyJ-', 'eyJ.', 'eyJa.eyJa.', '.', '//', '=', '&', 'a=b&',
  '%', 'data:', ';base64,', ',', '...[truncated', '[', '(', 'query A{', 'query ', '{"query":"{', '"""', '#', '\u2028', '茶', '\ud800',
  'bearer ', '@', '=='
]
const PREFIXES = ['', '{"query":"query A', '{"query":"{a', 'data:a;base64,', 'HTTP/1.1 200', '["', '{"code":"', '?query=']
const LENGTH = 60_000

t.test('reading time grows linearly with the length', { timeout: 120_000 }, async t => {
  for (const piece of REPEATED) {
    for (const prefix of PREFIXES) {
      const text = prefix + piece.repeat(LENGTH / piece.length)
      const entry = entryWith({
        api: text, requestHeader: text, responseHeader: text, request: text, response: text, note: text.slice(0, 1000), timeConsuming: 1
      })
      for (const [name, read] of Object.entries(READERS)) {
        if (takesLong(() => read(entry))) t.fail(`${name} takes long for ${prefix}${piece}...`)
      }
    }
  }
})

t.test('refuses deeply nested JSON before parsing it', async t => {
  t.equal(jsonOf('['.repeat(4_000_000) + ']'.repeat(4_000_000)), undefined)
  t.equal(jsonOf('null'), null)
  t.same(jsonOf('\ufeff{"[[[":1}'), { '[[[': 1 })
  const deep = '['.repeat(500) + ']'.repeat(500)
  t.equal(JSON.stringify(jsonOf(deep)), deep)
  t.equal(jsonOf(`[${deep}]`), undefined)
})
