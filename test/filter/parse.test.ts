// The meaning of a query, as print() shows it. Every text is a valid query, and parsing is fast.
import t from 'tap'
import fc from 'fast-check'
import { parse } from '../../src/filter/parse.js'
import { print } from '../../src/filter/print.js'
import { EVERYTHING, all as allOf, any as anyOf, not as negated, type Query, type Value } from '../../src/filter/query.js'
import { anyText } from './arbitraries.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

const word = (text: string): Query => ({ type: 'text', value: { type: 'word', text, exact: false } })
const regex = (text: string): Query => ({ type: 'text', value: { type: 'regex', text, exact: false } })
const key = (name: string, ...texts: string[]) =>
  ({ type: 'key', key: name, values: texts.map(text => ({ type: 'word', text, exact: false })) }) as Query
const all = (...of: Query[]): Query => ({ type: 'all', of })
const any = (...of: Query[]): Query => ({ type: 'any', of })
const not = (of: Query): Query => ({ type: 'not', of })

t.test('a space means AND and binds tighter than OR; brackets group; a minus negates', async t => {
  t.same(parse('a b'), all(word('a'), word('b')))
  t.same(parse('a b OR c d'), any(all(word('a'), word('b')), all(word('c'), word('d'))))
  t.same(parse('a (b OR c)'), all(word('a'), any(word('b'), word('c'))))
  t.same(parse('-a -(b c) -"d e"'), all(not(word('a')), not(all(word('b'), word('c'))), not(word('d e'))))
  t.same(parse('((a)) ((b OR c) OR d)'), all(word('a'), any(word('b'), word('c'), word('d'))))
  t.same(parse('-(-(a b))'), all(word('a'), word('b')), 'double negation cancels out')
  t.same(parse(' a　b\n'), all(word('a'), word('b')), 'any white space')
  t.same(parse('a or b'), all(word('a'), word('or'), word('b')), 'only OR in capitals is an operator')
})

t.test('a key has values, under its name or an alias, in any case', async t => {
  t.same(parse('status:404,5xx'), key('status', '404', '5xx'))
  t.same(parse('STATUS-code:404 domain:a has-response-header:b'), all(key('status', '404'), key('host', 'a'), key('response-header', 'b')))
  t.same(parse('-method:get'), not(key('method', 'get')))
  t.same(parse('after:10:32:07'), key('after', '10:32:07'))
  t.same(parse('host:"a,b",=c,="d e"'), {
    type: 'key',
    key: 'host',
    values: [
      { type: 'quoted', text: 'a,b', exact: false }, { type: 'word', text: 'c', exact: true }, { type: 'quoted', text: 'd e', exact: true }
    ]
  })
  t.same(parse('a,b'), word('a,b'), 'a comma separates values only after a key')
})

t.test('headers and JSON have names and values, and a name may have several values', async t => {
  const pair =
    (name: string, operator: string, text: string, type = 'word') => ({ type: 'pair', name, operator, value: { type, text, exact: false } })
  const query = (name: string, ...values: object[]) => ({ type: 'key', key: name, values })
  t.same(parse('json:data.id=42,43'), query('json', pair('data.id', '=', '42'), pair('data.id', '=', '43')))
  t.same(parse('json:"a b"="c d"'), query('json', pair('a b', '=', 'c d', 'quoted')))
  t.same(parse('json:a>=5 json:a=/x,y/'),
    all(query('json', pair('a', '>=', '5')) as Query, query('json', pair('a', '=', 'x,y', 'regex')) as Query))
  t.same(parse('request-header:a,b=c'), query('request-header', { type: 'word', text: 'a', exact: false }, pair('b', '=', 'c')))
  t.same(parse('json:a=""'), query('json', pair('a', '=', '', 'quoted')))
  t.same(parse('json:a= json:b>'), all(key('json', 'a'), key('json', 'b')), 'a value that is not typed yet is ignored')
})

t.test('a quoted text keeps everything, and a backslash escapes quotes and backslashes', async t => {
  t.same(parse('"say \\"OR\\" C:\\new \\\\ (x"'), word('say "OR" C:\\new \\ (x'))
  t.same(parse('"OR"'), word('OR'))
  t.same(parse('"status:404"'), word('status:404'))
})

t.test('a regular expression ends at the last slash of its word', async t => {
  t.same(parse('/a.b/'), regex('a.b'))
  t.same(parse('-/v\\d+/orders/ /x\\/y/ /a{1,2}/'), all(not(regex('v\\d+\\/orders')), regex('x\\/y'), regex('a{1,2}')))
  t.same(parse('(/a(b)c/)'), regex('a(b)c'))
  t.same(parse('path:/a/,/b{1,2}/'), {
    type: 'key', key: 'path', values: ['a', 'b{1,2}'].map(text => ({ type: 'regex', text, exact: false }))
  })
  t.same(parse('/api/orders'), word('/api/orders'), 'a path is not a regular expression')
  t.same(parse('path:/a,/b/'),
    { type: 'key', key: 'path', values: [{ type: 'word', text: '/a', exact: false }, { type: 'regex', text: 'b', exact: false }] })
})

t.test('invalid syntax is plain text', async t => {
  for (const [text, ...words] of [
    ['foo:bar', 'foo:bar'], ['https://a/b', 'https://a/b'], ['constructor:a', 'constructor:a'],
    ['"a b', '"a', 'b'], ['"id":42', '"id":42'], ['a"b c"', 'a"b', 'c"'],
    ['/a b', '/a', 'b'], ['/(/', '/(/'], ['//', '//'], ['/a/b', '/a/b'],
    ['(a b', '(a', 'b'], ['a) b', 'a)', 'b'], ['((a) b', '(', 'a', 'b'], ['f(x) g(', 'f(x)', 'g('], ['(', '('], ['("a b', '("a', 'b'],
    ['(OR a', '(OR', 'a'],
    ['-', '-'], ['time:abc', 'time:abc'], ['is:foo,error', 'is:foo,error'], ['size:"a b"', 'size:"a b"'], ['after:25:00', 'after:25:00'],
    ['before:2026-13', 'before:2026-13'],
    ['size:/1/', 'size:/1/'], ['json:a>b', 'json:a>b'], ['json:=1', 'json:=1'], ['larger-than:>5', 'larger-than:>5'],
    ['json:/a/', 'json:/a/']
  ]) t.same(parse(text!), words.length === 1 ? word(words[0]!) : all(...words.map(word)), text!)
  t.same(parse('-(a'), not(word('(a')))
  t.same(parse('(f(x) OR b)'), any(word('f(x)'), word('b')), 'brackets within a word belong to it')
  t.same(parse('path:/f(x'), { type: 'key', key: 'path', values: [{ type: 'quoted', text: '/f(x', exact: false }] })
  t.same(parse('host:"*.a'), { type: 'key', key: 'host', values: [{ type: 'quoted', text: '"*.a', exact: false }] },
    'a star is literal here')
})

t.test('unfinished terms have no effect, so the list does not change while typing', async t => {
  for (const text of [
    '', ' ', 'status:', 'status:>', 'size:>=', '-host:', 'host:,', 'host:=', '""', 'host:""', '()', '-()', 'OR', '(OR)', 'is:', 'json:',
    'after:', 'code:<'
  ]) {
    t.same(parse(text), EVERYTHING, text)
  }
  for (const text of ['a OR', 'OR a', 'a OR OR', 'a ()', 'a OR ()', 'a status:', '(a status:) OR is:']) t.same(parse(text), word('a'), text)
  t.same(parse('status:404,'), key('status', '404'))
})

t.test('a printed query parses to the same query, and prints the same text again', t => {
  fc.assert(fc.property(anyText, text => {
    const query = parse(text)
    const printed = print(query)
    if (print(parse(printed)) !== printed) {
      throw new Error(`${JSON.stringify(printed)} is printed as ${JSON.stringify(print(parse(printed)))}`)
    }
    same(parse(printed), query, text)
  }), { numRuns: runs(10_000) })
  t.end()
})

t.test('a query that was built in code prints a text that parses to the same query', t => {
  const text = fc.oneof(anyText, fc.string({ minLength: 1 }), fc.constantFrom('OR', '=a', '"a', '/a/', 'a*', '-a', 'a"b\\', 'status:404'))
    .filter(text => text !== '')
  const quoted = fc.record({ type: fc.constant('quoted' as const), text, exact: fc.boolean() })
  const pair = fc.record({
    type: fc.constant('pair' as const),
    name: text,
    operator: fc.constant('=' as const),
    value: quoted.map(value => ({ ...value, exact: false }))
  })
  const named = quoted.map(value => ({ ...value, exact: false }))
  const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>(tie => ({
    query: fc.oneof(
      { maxDepth: 4 },
      text.map(word),
      fc.record({
        type: fc.constant('key' as const),
        key: fc.constantFrom('host' as const, 'path' as const, 'body' as const),
        values: fc.array(quoted, { minLength: 1 })
      }),
      fc.record({
        type: fc.constant('key' as const),
        key: fc.constantFrom('json' as const, 'header' as const),
        values: fc.tuple(fc.array(named), fc.array(pair, { minLength: 1 })).map(([a, b]) => [...a, ...b])
      }),
      tie('query').map(negated),
      fc.array(tie('query'), { minLength: 1, maxLength: 3 }).map(allOf),
      fc.array(tie('query'), { minLength: 1, maxLength: 3 }).map(anyOf)
    )
  })).query
  fc.assert(fc.property(query, query => { same(parse(print(query)), query, print(query)) }), { numRuns: runs(10_000) })
  const values: Value[] = [
    { type: 'pair', name: 'a', operator: '=', value: { type: 'word', text: '1', exact: false } }, { type: 'word', text: 'b', exact: false }
  ]
  t.equal(print({ type: 'key', key: 'json', values }), 'json:b,a=1', 'names without a value come first')
  t.equal(print({ type: 'key', key: 'host', values: [{ type: 'word', text: '=a b', exact: false }] }), 'host:"=a b"')
  t.end()
})

t.test('deep nesting of brackets does not overflow the stack', async t => {
  for (const times of [40, 5_000, 20_000]) {
    for (const [open, close] of [['(', ')'], ['-(', ')'], ['(a OR (b ', '))'], ['-(a OR -(b ', '))'], ['(a ', ')']]) {
      const query = parse(`${open!.repeat(times)}x${close!.repeat(times)}`)
      if (print(parse(print(query))) !== print(query)) t.fail(`${times} times ${open}`)
    }
  }
  t.same(parse(`${'('.repeat(40)}a${')'.repeat(40)}`), word('a'))
})

t.test('parses every text, in time that grows linearly with its length', { timeout: 120_000 }, async t => {
  const pieces = [
    '(', ')', '-(', '(-', '((a) ', '(a OR ', '"', '\\', '"\\', '/', '/[ ', '/\\ ', 'path:/a,', 'path:/a(/,', 'a:', 'json:a=1,', ' "', ',"',
    '=', 'OR ', '-', 'é', '-(a b OR (', 'host:=', 'time:>'
  ]
  for (const piece of pieces) {
    for (const around of [['', ''], ['(', ')'], ['"', '"'], ['host:', ''], ['/', '/'], ['-(', '']]) {
      const text = around[0]! + piece.repeat(50_000 / piece.length) + around[1]!
      let printed = ''
      if (takesLong(() => { printed = print(parse(text)) })) t.fail(`too long for ${around.join('')} around ${piece}...`)
      if (print(parse(printed)) !== printed) t.fail(`${around.join('')} around ${piece}... is not read back`)
    }
  }
})

t.test('parses random texts without an exception', { timeout: 120_000 }, t => {
  fc.assert(fc.property(fc.array(anyText, { maxLength: 4 }), fc.nat(50), (texts, times) => {
    print(parse(texts.join('').repeat(times).slice(0, 10_000)))
  }), { numRuns: runs(10_000) })
  t.end()
})

// Compares by meaning: a word that had to be quoted counts as equal to the word.
function same (a: Query, b: Query, text: string): void {
  const plain = (query: Query) => JSON.stringify(query, (_, value: unknown) => value === 'quoted' ? 'word' : value)
  if (plain(a) !== plain(b)) throw new Error(`${JSON.stringify(text)} is ${plain(b)} and then ${plain(a)}`)
}
