// Completions while a query is typed. | marks the cursor.
import t from 'tap'
import fc from 'fast-check'
import { completions } from '../../src/filter/completions.js'
import { KEY_GUIDE } from '../../src/filter/key-guide.js'
import { KEYS, keyOf } from '../../src/filter/keys.js'
import { matcher } from '../../src/filter/matcher.js'
import { parse } from '../../src/filter/parse.js'
import type { Entry } from '../../src/schema/entry.js'
import { anyEntry, entryWith } from '../exchange/entry.js'
import { anyText } from './arbitraries.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

const ENTRIES = [
  entryWith({
    api: 'https://api.example.com/orders?page=2',
    method: 'POST',
    responseHeader: 'HTTP/1.1 201 Created\r\nX-Trace: a',
    response: '{"data":{"id":1,"items":[{"name":"kettle"},{"name":"pot"}]}}'
  }),
  entryWith({ api: 'https://cdn.example.com/a', responseHeader: 'HTTP/1.1 404 Not Found\r\nX-Trace: b', source: 'checkout on iPhone' }),
  entryWith({
    api: 'https://api.example.com/orders?page=3',
    responseHeader: 'HTTP/1.1 404 Not Found',
    source: 'a*b',
    response: '{"code":"0","data":{"id":2}}'
  })
].map((entry): Entry => ({ ...entry, mark: { color: 'red' } }))

function at (typed: string, entries = ENTRIES) {
  const cursor = typed.indexOf('|')
  return { text: typed.replace('|', ''), ...completions(typed.replace('|', ''), cursor, entries) }
}

const texts = (typed: string) => at(typed).items.map(({ text }) => text)
const counted = (typed: string) =>
  Object.fromEntries(at(typed).items.flatMap(({ text, count }) => count === undefined ? [] : [[text, count]]))
const chosen = (typed: string) => {
  const { text, from, to, items } = at(typed)
  return text.slice(0, from) + items[0]!.text + text.slice(to)
}

t.test('suggests keys with their meanings', async t => {
  t.same(at('|').items, KEYS.map(({ name }) => ({ text: `${name}:`, meaning: KEY_GUIDE[name].meaning, count: undefined })))
  t.same(texts('a st|'), ['status:', 'storage:', 'host:', 'request-header:', 'request:'])
  t.same(texts('-(dom|'), ['domain:'], 'by alias, if the alias was typed')
  t.equal(texts('a st|')[0], 'status:', 'first the keys that begin with it')
  t.equal(chosen('(-sta| OR b)'), '(-status: OR b)')
  t.equal(chosen('me|thod'), 'method:')
  t.same(texts('foo:|'), [], 'no values for an unknown key')
})

t.test('names and aliases of keys are unique, and all examples and suggestions are valid', async t => {
  const names = KEYS.flatMap(({ name, aliases }) => [name, ...aliases])
  t.equal(new Set(names).size, names.length)
  for (const key of KEYS) {
    t.equal(keyOf(key.name.toUpperCase()), key)
    const { meaning, values, suggestions = [] } = KEY_GUIDE[key.name]
    t.ok(meaning && values)
    for (const value of values.split(', ')) t.same(parse(`${key.name}:${value}`).type, 'key', `the example ${key.name}:${value} is valid`)
    for (const { value } of suggestions) t.same(parse(`${key.name}:${value}`).type, 'key', `the suggestion ${key.name}:${value} is valid`)
  }
})

t.test('suggests values with the number of their entries, the most frequent first', async t => {
  t.same(counted('host:|'), { 'api.example.com': 2, 'cdn.example.com': 1 })
  t.same(texts('host:|'), ['api.example.com', 'cdn.example.com'])
  t.same(texts('host:cd|'), ['cdn.example.com'])
  t.same(counted('x -method:get,|'), { GET: 2, POST: 1 })
  t.same(counted('status-code:|'), { 404: 2, 201: 1 })
  t.same(texts('status:4|'), ['404', '4xx'])
  t.same(texts('is:p|'), ['pending', 'pinned', 'duplicate'])
  t.same(counted('query:|'), { 'page=2': 1, 'page=3': 1 })
  t.same(counted('code:|'), { 0: 1 })
  t.same(counted('kind:|'), { json: 2, other: 1 })
  t.same(counted('mark:|'), { red: 3 })
  t.same(texts('body:|'), [])
})

t.test('for headers and JSON, suggests names first, then values', async t => {
  t.same(counted('response-header:|'), { 'x-trace': 2 })
  t.same(counted('header:x-trace=|'), { 'x-trace=a': 1, 'x-trace=b': 1 })
  t.same(counted('json:|'), { data: 2, 'data.id': 2, code: 1, 'data.items': 1, 'data.items.name': 1 })
  t.same(counted('json:data.items.name=|'), { 'data.items.name=kettle': 1, 'data.items.name=pot': 1 })
  t.same(texts('json:data.items.name=po|'), ['data.items.name=pot'])
})

t.test('quotes a chosen value if needed, and replaces what was typed', async t => {
  t.equal(chosen('source:check| b'), 'source:"checkout on iPhone" b')
  t.equal(chosen('b source:"checkout o|'), 'b source:"checkout on iPhone"')
  t.equal(chosen('source:a,"checkout o|"'), 'source:a,"checkout on iPhone"')
  t.equal(chosen('host:=cd|n,x'), 'host:=cdn.example.com,x')
  t.equal(chosen('source:a|'), 'source:"a*b"', 'a literal star')
})

t.test('each suggested value matches at least as many entries as its count says', t => {
  const keys = fc.constantFrom(
    'host', 'path', 'status', 'code', 'kind', 'mime-type', 'source', 'via', 'initiator', 'note', 'request-header', 'method', 'json'
  )
  fc.assert(fc.property(fc.array(anyEntry, { maxLength: 5 }), keys, (entries, key) => {
    for (const { text, count } of completions(`${key}:`, key.length + 1, entries).items) {
      const found = entries.filter(matcher(parse(`${key}:${text}`), { nowMs: 0 })).length
      if (count !== undefined && found < count) throw new Error(`${key}:${text} matches ${found} of ${count}`)
    }
  }), { numRuns: runs(3_000) })
  t.end()
})

t.test('never throws and is always fast, for any text, cursor and entries', { timeout: 60_000 }, t => {
  fc.assert(fc.property(anyText, fc.nat(40), fc.array(anyEntry, { maxLength: 3 }), (text, cursor, entries) => {
    const { from, to, items } = completions(text, cursor, entries)
    if (from > to || from < 0 || items.length > 50) throw new Error(`${from} ${to} ${items.length}`)
  }), { numRuns: runs(5_000) })
  const large = Array.from({ length: 10_000 }, (_, n) =>
    entryWith({ response: JSON.stringify({ n, list: Array(1000).fill({ x: n }) }), requestHeader: `X-${n}: ${'y'.repeat(1000)}` }))
  for (const typed of ['json:|', 'json:list.x=|', 'code:|', 'kind:|', 'header:|', 'host:|', 'status:|']) {
    if (takesLong(() => at(typed, large))) t.fail(`${typed} takes long`)
  }
  for (const piece of ['(', 'a:"', 'host:', ',', '"', '\\', '-', 'a', 'header:a=']) completions(piece.repeat(100_000), 100_000, [])
  t.end()
})
