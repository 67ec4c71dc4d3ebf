// The meaning of each key, by examples; and of all keys together, compared with model.ts.
import t from 'tap'
import fc from 'fast-check'
import type { FilterContext } from '../../src/filter/context.js'
import { factsOf } from '../../src/filter/facts.js'
import { matcher } from '../../src/filter/matcher.js'
import { parse } from '../../src/filter/parse.js'
import { print } from '../../src/filter/print.js'
import { valueCount } from '../../src/filter/query.js'
import { hasRegex, regexTerms } from '../../src/filter/regex-terms.js'
import { dependsOnTime } from '../../src/filter/time-dependence.js'
import type { Entry } from '../../src/schema/entry.js'
import { anyEntry, entryWith } from '../exchange/entry.js'
import { anyText } from './arbitraries.js'
import { NOW, anyClaim, sample } from './model.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

const matches = (filter: string, entry: Partial<Entry>, context: Partial<FilterContext> = {}) =>
  matcher(parse(filter), { nowMs: NOW, ...context })(entryWith(entry))

t.test('every query matches the entries that the model says', { timeout: 120_000 }, t => {
  const counts = { true: 0, false: 0 }
  fc.assert(fc.property(anyClaim, fc.array(sample, { minLength: 1, maxLength: 4 }), ({ text, holds }, samples) => {
    const [written, printed] = [parse(text), parse(print(parse(text)))].map(query => matcher(query, { nowMs: NOW }))
    for (const { entry, known } of samples) {
      const expected = holds(known)
      counts[`${expected}`]++
      if (written!(entry) !== expected || printed!(entry) !== expected) throw new Error(`${text} should be ${expected}`)
    }
  }), { numRuns: runs(4_000) })
  t.ok(Math.min(counts.true, counts.false) > runs(4_000) / 2, `both results occur: ${JSON.stringify(counts)}`)
  t.end()
})

t.test('never throws, for any query and any entry', { timeout: 120_000 }, t => {
  const context: FilterContext = { nowMs: NOW, isDuplicate: () => false }
  fc.assert(fc.property(anyText, anyText, anyEntry, (one, other, entry) => {
    const query = parse(`${one} OR ${other}`)
    matcher(query, context)(entry)
    regexTerms(query)
    dependsOnTime(query)
  }), { numRuns: runs(3_000) })
  t.end()
})

const REPEATED = [
  'a', '{"a":', '[', '[1,', '{"a":1,', '"', '\\', 'a: b\n', 'a', '%41', 'a=b&', 'data:;base64,', '/', '.', '茶', '\ud83c', ' ', '*',
  'HTTP/1.1 200 OK\n'
]
const FILTERS = [
  'ab', 'aaaaaaaaaaaaaaaaab', '-a', 'host:a*a*b', 'path:*a*a*a*b', 'query:b', 'status:4xx', 'code:1', 'kind:json', 'mime-type:a', 'size:>1',
  'header:b', 'header:a=c', 'request-header:*a=*b*b', 'operation:*a*b', 'body:b', 'storage:b', 'params:b', 'json:a.a.a=b', 'json:*.*=b',
  'json:a.1', 'json:1', 'json:b>1', 'is:error', 'source:*b', 'note:b', '茶b'
]

t.test('matching time grows linearly with the length of an entry', { timeout: 120_000 }, async t => {
  const matches = FILTERS.map(filter => [filter, matcher(parse(filter), { nowMs: NOW })] as const)
  const slow: string[] = []
  for (const piece of REPEATED) {
    for (const [before, after] of [['', ''], ['{"a":"', '"}'], ['[', '1]'], ['data:a;base64,', '']]) {
      const text = before! + piece.repeat(200_000 / piece.length) + after!
      const entry = entryWith({
        api: text,
        requestHeader: text,
        responseHeader: text,
        request: text,
        response: text,
        pageParams: text,
        storage: text,
        source: text,
        note: text
      })
      for (const [filter, match] of matches) {
        if (takesLong(() => match(entry))) slow.push(`${filter} in ${before!}${piece}...`)
      }
    }
  }
  t.same(slow, [])
})

t.test('searches JSON as large as a body', async t => {
  const list = `[${'1,'.repeat(1_500_000)}2]`
  t.ok(matches('json:$=2', { response: list }))
  t.ok(matches('json:1500000=2', { response: list }))
  t.notOk(matches('json:*=3', { response: list }))
  t.notOk(matches('json:a=3', { response: list }))
  t.ok(matches('json:a.b=1', { response: `{"a":[${'{"b":0},'.repeat(300_000)}{"B":1}]}` }))
})

t.test('words are searched in all texts except the storage', async t => {
  for (const field of ['api', 'method', 'requestHeader', 'responseHeader', 'request', 'response', 'pageParams', 'note', 'source']) {
    t.ok(matches('kettle', { [field]: 'a Kettle' }), field)
  }
  for (const field of ['storage', 'id', 'requestId', 'via']) t.notOk(matches('kettle', { [field]: 'a Kettle' }), field)
  t.notOk(matches('"a b"', { request: 'a', response: 'b' }), 'each text separately')
})

t.test('words are not searched in base64', async t => {
  t.notOk(matches('gif', { response: 'data:image/png;base64,aGiFaa==' }))
  t.ok(matches('image/png', { response: 'data:image/png;base64,aGiFaa==' }))
  t.ok(matches('response:gif', { response: 'data:image/png;base64,aGiFaa==' }), 'except with the key `response:`')
  t.ok(matches('kettle', { response: 'data: kettle\n\ndata: ;base64,' }), 'an event stream is not base64')
  t.ok(matches('kettle', { response: 'data:image/png;base64,aGiFaa==', request: 'kettle' }))
})

t.test('deep nesting of brackets does not overflow the stack', async t => {
  for (const [open, close] of [['-(', ')'], ['(a OR (b ', '))'], ['-(a OR -(b ', '))']]) {
    t.type(matches(`${open!.repeat(100_000)}x${close!.repeat(100_000)}`, {}), 'boolean', open!)
  }
})

t.test('an empty query matches everything', async t => {
  t.ok(matches('', {}))
  t.notOk(matches('-/^/', {}))
})

t.test('reads the status from a pseudo-header; entries without a status match no status term', async t => {
  t.ok(matches('status:404', { responseHeader: ':status: 404' }))
  t.notOk(matches('status:<500', {}))
  t.ok(matches('-status:2xx', {}))
  t.ok(matches('status:"404 not"', { responseHeader: 'HTTP/1.1 404 Not Found' }))
  t.ok(matches('status:/^5/', { responseHeader: 'HTTP/1.1 503 ' }))
})

t.test('a pending entry has no size and no duration', async t => {
  for (const filter of ['size:<1k', 'time:<1s', 'time:0', 'larger-than:0', 'is:slow', 'is:error']) {
    t.notOk(matches(filter, { timeConsuming: 0 }), filter)
  }
  t.ok(matches('size:0 time:37', { timeConsuming: 37.4 }))
})

t.test('an application code is compared as text, or as a number with < and >', async t => {
  t.ok(matches('code:0', { response: '{"code":"0"}' }))
  t.notOk(matches('code:0', { response: '{"code":"00"}' }))
  t.notOk(matches('code:0', { response: '{}' }))
  t.ok(matches('code:-1', { response: '{"errcode":-1}' }))
  t.ok(matches('code:<0', { response: '{"errcode":-1}' }))
  t.notOk(matches('code:>=0', { response: '{"code":""}' }))
})

t.test('is:slow uses the limit of the viewer, is:duplicate its context, is:pinned and mark: the mark', async t => {
  t.ok(matches('is:slow', { timeConsuming: 1000 }))
  t.notOk(matches('is:slow', { timeConsuming: 1000 }, { slowMs: 2000 }))
  t.same(['is:pinned', 'is:duplicate', 'mark:*'].map(filter => matches(filter, {})), [false, false, false])
  t.same(['is:pinned', 'is:duplicate', 'mark:*', 'mark:RED'].map(filter =>
    matches(filter, { mark: { pinned: true, color: 'red' } }, { isDuplicate: () => true })), [true, true, true, true])
  t.same(['is:pinned', 'mark:*', 'mark:red', 'mark:"look here"'].map(filter => matches(filter, { mark: { note: 'Look here' } })),
    [false, true, false, true])
})

t.test('kinds and times are read from the entry', async t => {
  t.ok(matches('kind:json', { response: '{"a":1}' }))
  t.ok(matches('kind:im', { responseHeader: 'Content-Type: image/png' }))
  t.ok(matches('after:1m before:30s', { startTime: NOW - 45_000, timestamp: NOW }))
  t.notOk(matches('after:1m before:30s', { startTime: NOW, timestamp: NOW - 45_000 }))
})

t.test('reads headers from lines and from JSON', async t => {
  t.ok(matches('request-header:accept=json', { requestHeader: '{"Accept":["text/html","application/json"]}' }))
  t.notOk(matches('request-header:accept', { requestHeader: 'Accept-Encoding: gzip' }))
  t.ok(matches('-request-header:accept', { requestHeader: 'Accept-Encoding: gzip' }))
  t.ok(matches('header:accept=text/html,image/*', { requestHeader: 'Accept: image/png' }))
  t.ok(matches('request-header:/^x-/', { requestHeader: 'A: b\r\nX-Y: z' }))
  t.ok(matches('response-header:set-cookie=/^a=/', { responseHeader: 'Set-Cookie: a=b' }))
  t.notOk(matches('response-header:content-length>1000', { responseHeader: 'Content-Length: none' }))
})

t.test('JSON paths search the request and the response', async t => {
  const response = JSON.stringify({
    'a.b': { c: [{ 3: 'x' }, [{ d: 7 }]] }, n: 12345678901234567890n.toString(), 茶: true, empty: '', list: []
  })
  for (const filter of [
    'json:"[\\"a.b\\"]"', 'json:"[\'a.b\'].c.d"=7', 'json:"[\'a.b\'].c[0].3"=x', 'json:"[\'a.b\'].c[1]"', 'json:n=12345678901234567890',
    'json:茶=true',
    'json:empty=""', 'json:list', 'json:$', 'json:*.*.d', 'json:N', 'json:n>1', 'json:n=/^123/'
  ]) {
    t.ok(matches(filter, { response }), filter)
    t.ok(matches(filter, { request: response, response: 'x' }), `${filter} in the request`)
  }
  for (const filter of ['json:c', 'json:n=1', 'json:list=""', 'json:"[\'a.b\'].c[7]"', 'json:__proto__', 'json:empty>0', 'json:n=*2']) {
    t.notOk(matches(filter, { response }), filter)
  }
  t.ok(matches('json:a=1', { response: '{"\\u0061":1}' }), 'a name may be escaped')
  t.ok(matches('json:a=b', { response: '{"a":"\\u0062"}' }), 'a value may be escaped, too')
  t.ok(matches('json:a=42', { response: '{"a":4.20e1}' }), 'numbers are compared as numbers')
  t.notOk(matches('json:a', { response: '{"a":1' }))
  const deep = `${'{"a":['.repeat(200)}1${']}'.repeat(200)}`
  t.ok(matches(`json:${'a.'.repeat(200).slice(0, -1)}=1`, { response: deep }))
})

t.test('= matches whole texts, also empty ones', async t => {
  t.ok(matches('path:=/Orders', { api: '/orders?x=1' }))
  t.notOk(matches('path:=/orders', { api: '/orders/42' }))
  t.notOk(matches('path:=/o*', { api: '/orders' }), 'a star is literal with =')
  t.ok(matches('response:=""', {}))
  t.notOk(matches('source:*a*a', { source: 'a' }), 'no character matches twice')
  t.notOk(matches('response:=""', { response: 'a' }))
  t.notOk(matches('host:=""', {}), 'an entry without a host does not have an empty host')
})

t.test('facts about an entry are computed once', async t => {
  const entry = entryWith({ api: 'https://a/b', responseHeader: 'HTTP/1.1 200 OK' })
  for (const fact of ['address', 'status', 'body', 'wordEnds'] as const) t.equal(factsOf(entry)[fact], factsOf(entry)[fact], fact)
  t.equal(factsOf(entryWith({})).status, undefined)
})

t.test('counts the values of a query', async t => {
  t.same(['', 'a -b', 'status:1,2 (a OR json:a=1,2,/3/)'].map(filter => valueCount(parse(filter))), [0, 2, 6])
})

t.test('regular expressions can be evaluated elsewhere', async t => {
  const query = parse('/a/ -path:/b/,c (json:x=/y/ OR /a/)')
  t.same(regexTerms(query), ['/a/', 'path:/b/', 'json:x=/y/'])
  t.ok(hasRegex(query))
  t.notOk(hasRegex(parse('"/a/" path:/b')))
  const asked: string[] = []
  const entry = entryWith({ api: '/zzz' })
  const matchesThere = matcher(query, {
    nowMs: NOW,
    regexMatches: (term, asking) => {
      t.equal(asking, entry)
      asked.push(term)
      return term !== 'path:/b/'
    }
  })
  t.ok(matchesThere(entry))
  t.same([...new Set(asked)].sort(), ['/a/', 'json:x=/y/', 'path:/b/'])
  for (const term of regexTerms(query)) t.same(regexTerms(parse(term)), [term], 'each term is passed as text')
  t.ok(matches('/ORDERS\\/\\d+/', { api: '/orders/42' }))
})

t.test('knows whether the result of a query changes with time', async t => {
  for (const filter of ['after:5m', 'a OR -before:10:32', 'is:no-answer', 'is:error,n']) t.ok(dependsOnTime(parse(filter)), filter)
  for (const filter of ['', 'a', 'after:2026-11-21', 'before:1795250000000', 'is:pending', 'time:>5m', '"is:no-answer"']) {
    t.notOk(dependsOnTime(parse(filter)), filter)
  }
})
