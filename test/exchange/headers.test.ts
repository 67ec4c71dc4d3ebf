import t from 'tap'
import { readHeaders, valueOf, valuesOf } from '../../src/exchange/headers.js'

const pairs = (text: string) => readHeaders(text).fields.map(({ name, value }) => [name, value])

t.test('reads lines as fields in order, with CRLF or LF, with or without a start line', async t => {
  t.same(readHeaders('HTTP/1.1 404 Not: Found\r\nA: 1\r\nb:2\r\n\r\n'),
    { startLine: 'HTTP/1.1 404 Not: Found', fields: [{ name: 'A', value: '1' }, { name: 'b', value: '2' }] })
  t.same(readHeaders('GET http://a:1/b HTTP/1.1\nHost: a:1'),
    { startLine: 'GET http://a:1/b HTTP/1.1', fields: [{ name: 'Host', value: 'a:1' }] })
  t.same(readHeaders('A : x: y \nB:'), { startLine: '', fields: [{ name: 'A', value: 'x: y' }, { name: 'B', value: '' }] })
  t.same(readHeaders(''), { startLine: '', fields: [] })
  t.same(readHeaders('\r\n \r\n'), { startLine: '', fields: [] })
})

t.test('pseudo-headers keep their colon, and a line without a colon is a field without a value', async t => {
  t.same(pairs(':status: 200\n:path: /a\nnonsense\n404 Not Found'),
    [[':status', '200'], [':path', '/a'], ['nonsense', ''], ['404 Not Found', '']])
})

t.test('a value continues on the next line if that line is indented more', async t => {
  t.same(pairs('A: 1\r\n  2\r\n\t3: 4\r\nB: 5'), [['A', '1 2 3: 4'], ['B', '5']])
  t.same(pairs('  A: 1\n  B: 2\n    3'), [['A', '1'], ['B', '2 3']])
})

t.test('the last of several header blocks is used, and the prefixes of curl are removed', async t => {
  t.same(readHeaders('HTTP/1.1 100 Continue\r\nA: 1\r\n\r\nHTTP/1.1 200 OK\r\nB: 2'),
    { startLine: 'HTTP/1.1 200 OK', fields: [{ name: 'B', value: '2' }] })
  t.same(readHeaders('< HTTP/2 200\n< a: 1'), { startLine: 'HTTP/2 200', fields: [{ name: 'a', value: '1' }] })
})

t.test('reads headers as JSON, in every form that apps write', async t => {
  for (const json of [
    { A: '1', b: ['2', 3], c: null }, [['A', '1'], ['b', '2'], ['b', 3], ['c', null]],
    [{ name: 'A', value: '1' }, { key: 'b', value: '2' }, { b: 3 }, { name: 'c' }]
  ]) {
    t.same(pairs(JSON.stringify(json)), [['A', '1'], ['b', '2'], ['b', '3'], ['c', '']], JSON.stringify(json))
  }
  t.same(pairs('["A","1","b"," x: y"]'), [['A', '1'], ['b', 'x: y']])
  t.same(pairs('["A: 1","b: 2"]'), [['A', '1'], ['b', '2']])
  t.same(readHeaders('"HTTP/1.1 200 OK\\r\\nA: 1"'), { startLine: 'HTTP/1.1 200 OK', fields: [{ name: 'A', value: '1' }] })
  t.same(readHeaders('{"null":["HTTP/1.1 200 OK"],"A":["1"]}'), { startLine: 'HTTP/1.1 200 OK', fields: [{ name: 'A', value: '1' }] })
  t.same(pairs('{"a": }'), [['{"a"', '}']], 'invalid JSON is read as lines')
})

t.test('finds a name in any case', async t => {
  const headers = readHeaders('Set-Cookie: a\nX: b\nset-cookie: c')
  t.same(valuesOf(headers, 'SET-cookie'), ['a', 'c'])
  t.equal(valueOf(headers, 'SET-cookie'), 'a')
  t.equal(valueOf(headers, 'y'), undefined)
})

t.test('reads at most 10,000 fields', async t => {
  t.equal(readHeaders('a: b\n'.repeat(20_000)).fields.length, 10_000)
  t.equal(readHeaders(JSON.stringify({ a: Array(20_000).fill('b') })).fields.length, 10_000)
})
