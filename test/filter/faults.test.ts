import t from 'tap'
import { faultsOf } from '../../src/filter/faults.js'
import { KEY_GUIDE } from '../../src/filter/key-guide.js'

const kinds = (text: string) => faultsOf(text).map(({ kind, meant }) => meant === undefined ? kind : `${kind} ${meant}`).join(', ')

t.test('reports a misspelt key or value, with a suggestion', async t => {
  for (const [text, expected] of [
    ['staus:5xx', 'key status'], ['-staus:5xx', 'key status'], ['mehtod:GET', 'key method'], ['STATSU:200', 'key status'],
    ['(a OR pth:/x)', 'key path'], ['color:red', 'key'],
    ['is:eror', 'value error'], ['is:dupplicate', 'value duplicate'], ['is:xyz', 'value'], ['verdict:fien', 'value fine'],
    ['kind:jsn', 'value json'], ['method:PSOT', 'value post'],
    ['status:abc', 'value'], ['status:200,abc', 'value'], ['size:huge', 'value'], ['time:soon', 'value'], ['after:yesterdy', 'value'],
    ['larger-than:x', 'value'],
    ['method:', 'empty'], ['status:>', 'empty'], ['-path:', 'empty'], ['path:""', 'empty'],
    ['(status:500', 'bracket'], ['status:500)', 'bracket'], ['path:/a(', 'bracket'], ['-(a b', 'bracket'], ['a)', 'bracket'],
    ['status:500 OR', 'empty'], ['OR status:500', 'empty'], ['a OR OR b', 'empty'], ['(a OR) b', 'empty'], ['OR', 'empty'], ['()', 'empty'],
    ['status:500 -( )', 'empty'], ['status :', 'empty'],
    ['"not found', 'quote'], ['status:"not found', 'quote'], ['body:"a', 'quote'], ['/a(/', 'expression'],
    ['staus:5xx is:eror', 'key status, value error'],
    ['via:websokcet', 'value websocket'], ['via:fetch', 'value'], ['status:"5xx"', 'value'], ['status:-500', 'value'], ['code:>abc', 'value'],
    ['response:/[/', 'expression'], ['path:/*/orders/', 'expression']
  ] as const) t.equal(kinds(text), expected, text)
})

t.test('reports the syntax of other languages, with the equivalent here', async t => {
  for (const [text, expected] of [
    ['status=500', 'foreign status:500'], ['status>=500', 'foreign status:>=500'], ['-method=get', 'foreign method:get'],
    ['is：error', 'foreign is:error'], ['status_code:500', 'key status-code'], ['code2:5', 'key code'],
    ['status:500 or status:502', 'foreign OR'], ['status:500 || is:error', 'foreign OR'], ['(is:error | refund)', 'foreign OR'],
    ['is :error', 'foreign is:error'], ['-status : 500', 'foreign status:500'], ['a (is :error)', 'foreign is:error'],
    ['status:500 AND method:get', 'foreign '], ['status:500 && refund', 'foreign '], ['NOT status:500', 'foreign -']
  ] as const) t.equal(kinds(text), expected, text)
  for (const [text, expected] of [
    ['!is:error', 'foreign -is:error'], ['!(status:200)', 'foreign -(status:200)'], ['-!is:error', 'foreign is:error'],
    ['--is:error', 'foreign is:error'], ['- is:error', 'foreign -'], ['not(is:error)', 'foreign -(is:error)'],
    ['status:200 !refund', 'foreign -refund'], ['+is:error', 'foreign is:error'], ['[is:error]', 'foreign is:error'],
    ['status!=200', 'foreign -status:200'], ['-status!=200', 'foreign status:200'], ['path!:/a', 'foreign -path:/a'],
    ['status<>200', 'foreign -status:200'], ['status==200', 'foreign status:=200'], ['status≥400', 'foreign status:>=400'],
    ['status != 200', 'foreign -status:200'], ['status > 400', 'foreign status:>400'], ['status = 200 path:/a', 'foreign status:200'],
    ['is error', 'foreign is:error'], ['status 500', 'foreign status:500'], ['method POST', 'foreign method:POST'],
    ['time:>1 s', 'foreign time:>1s'], ['size:>10 kb', 'foreign size:>10kb'],
    ['\'is:error\'', 'foreign is:error'], ['“is:error”', 'foreign is:error'], ['`-is:error path:/a`', 'foreign -is:error path:/a'],
    ['response:\'not found\'', 'foreign response:"not found"'], ['\'not found\' is:eror', 'foreign "not found", value error'],
    ['api:/orders/:id', 'foreign api:/orders/*'], ['path:/a/{id}/b', 'foreign path:/a/*/b'],
    ['refund AND failed', 'foreign '], ['refund || failed', 'foreign OR']
  ] as const) t.equal(kinds(text), expected, text)
  t.equal(faultsOf('path:/orders or status:500')[0]?.at, 13, 'and its position')
})

t.test('reports nothing for valid queries', async t => {
  for (const text of [
    '', ' ', 'word', 'https://a.example/b', '"staus:5xx"', '"(a"', '/a|b/', '/a"b/', 'status:5xx', 'status:5', 'status:40x', 'status:>=400',
    'status:400-499', 'status:=404', 'status:"not found"',
    'status:/^5/', 'is:dup', 'is:err,pend', 'is:no', 'verdict:app', 'method:get,POST', 'method:p', 'kind:json,im', 'path:/a(b)',
    '(a OR b) -c', 'size:>10k', 'time:1s-5s', 'after:5m', 'json:a.b=1', 'json:a',
    'a=b', 'salt or sugar', 'terms and conditions', 'constructor', '"status=500"', '"or" is:error', 'query:a=b',
    'header:content-type=json', 'response:=""', 'note:*', 'code:E10*', 'body:"say \\"hi\\""', '10:32', 'a:', '-',
    'proxy :8080', '!important', 'a != b', 'note \'s', '\'tis', 'body <div>', 'status is fine', 'path:/items:batch', 'via:sock', 'via:native',
    'via:*', 'code:-100', 'x-status=5', '{"status":500}', 'time:>1 x', 'a b', 'not found', 'status:599-500', 'is this', 'path:/a/'
  ]) t.equal(kinds(text === 'a:' ? 'path:a:' : text), '', text)
})

t.test('the examples and suggestions of every key have no faults', async t => {
  for (const [name, { values, suggestions = [] }] of Object.entries(KEY_GUIDE)) {
    for (const value of [...values.split(', '), ...suggestions.map(one => one.value)]) {
      t.equal(kinds(`${name}:${value}`), '', `${name}:${value}`)
    }
  }
})

t.test('checks a long text quickly', async t => {
  // CPU time: a busy machine does not count.
  const before = process.cpuUsage()
  faultsOf('staus:'.repeat(20_000))
  faultsOf('('.repeat(50_000))
  for (const text of ['\'a ', 'status ', '!is:error ', '-a-', '!', 'status!']) faultsOf(text.repeat(20_000))
  t.equal(faultsOf('x'.repeat(4096) + ':y').length, 1)
  const { user, system } = process.cpuUsage(before)
  t.ok(user + system < 5_000_000, `${user + system} us of CPU`)
})
