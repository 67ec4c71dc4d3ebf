import t from 'tap'
import fc from 'fast-check'
import { filter } from '../../src/filter/entry-filter.js'
import { StartingEntry, MAX_BODY, type StartingRequest } from '../../src/rules/starting-request.js'
import { compileMatch, MAX_VALUES } from '../../src/rules/match.js'
import { matchFault, matchRefusal } from '../../src/rules/match-fault.js'
import { anyText } from '../filter/arbitraries.js'

const PAY: StartingRequest = {
  method: 'post',
  url: 'https://api.example.com/v1/pay/42?lang=en%20us&x=1#top',
  headers: [['Accept', 'application/json'], ['X-One', 'a, b']],
  body: '{"amount":12345678901234567890,"items":[{"id":7}]}'
}

function matches (text: string, asked: Partial<StartingRequest> = {}): boolean | undefined {
  return compileMatch(text).matches(new StartingEntry({ ...PAY, ...asked }))
}

t.test('a filter of a rule means the request', async t => {
  const hits = [
    '', 'method:POST', 'method:po', 'host:example', 'path:=/v1/pay/42', 'path:/v1/*', 'path:=/V1/PAY/42', 'api:=/v1/pay/*', 'query:"en us"',
    'request-header:accept=json', 'header:x-one=b', 'body:items', 'request:items', 'json:items.id=7', 'json:amount>1', 'kind:json', 'v1/pay',
    'api.example.com', '-method:GET', 'method:GET OR path:pay', 'method:get,post -path:refund', 'source:app', 'via:beacon'
  ]
  for (const text of hits) {
    t.equal(matchFault(text), undefined, text)
    t.equal(matches(text, { source: 'my app', via: 'beacon' }), true, text)
  }
  const misses = ['method:GET', 'path:=/v1/pay', 'request-header:cookie', 'json:items.id=8', '-json:items.id=7', 'top', 'source:app', 'body:=""']
  for (const text of misses) t.equal(matches(text), false, text)
})

t.test('words mean the address only', async t => {
  t.equal(matches('items'), false, 'not the body')
  t.equal(matches('accept'), false, 'not the headers')
  t.equal(matches('post'), false, 'not the method')
})

t.test('a GraphQL operation', async t => {
  const body = JSON.stringify({ query: 'mutation Pay { pay }' })
  t.equal(matches('operation:=Pay', { body }), true)
  t.equal(matches('operation:mutation', { body }), true)
  t.equal(matches('operation:Other', { body }), false)
})

t.test('a body that cannot be looked at is neither matched nor excluded', async t => {
  for (const body of [undefined, 'x'.repeat(MAX_BODY + 1)]) {
    t.equal(matches('request:x', { body }), undefined)
    t.equal(matches('-request:x', { body }), undefined)
    t.equal(matches('-request:x path:pay', { body }), undefined)
    t.equal(matches('-request:x path:refund', { body }), false, 'another part says no')
    t.equal(matches('request:x OR path:pay', { body }), true, 'another part says yes')
  }
  t.equal(matches('kind:form', { body: undefined, headers: [['content-type', 'multipart/form-data']] }), true, 'the type says it')
  t.equal(matches('kind:form', { body: undefined, headers: [] }), undefined)
})

t.test('a condition on headers that are not known yet is neither true nor false', async t => {
  t.equal(matches('request-header:x', { headers: undefined }), undefined)
  t.equal(matches('-request-header:x path:pay', { headers: undefined }), undefined)
  t.equal(matches('header:x-a=1', { headers: undefined }), undefined)
  t.equal(matches('path:pay', { headers: undefined }), true)
})

t.test('a filter that cannot be known, or has a mistake, is refused with a sentence that names the key', async t => {
  t.equal(matchFault('method:GET status:500'), '"status" is not known when a request starts; the filter of a rule may have ' +
    'only text in the URL, and the keys method, host, path, api, ' +
    'query, operation, header, request-header, body, request, json, kind, source, via')
  for (const key of ['code:1', 'time:>1s', 'size:>1', 'larger-than:1', 'response:x', 'response-header:x', 'storage:x', 'params:x', 'after:5m',
    'before:5m', 'note:x', 'mark:x', 'is:error', 'verdict:fine', 'mime-type:json']) {
    t.match(matchFault(key), `"${key.slice(0, key.indexOf(':'))}" is not known`)
    t.equal(matches(key), undefined, 'and it never applies')
    t.equal(matches(`-${key}`), undefined)
  }
  t.equal(matchFault('metod:GET'), 'there is no key "metod". Did you mean "method:"?')
  t.match(matchFault('path:/a(b+)+$/'), /no regular expression/)
  t.match(matchFault('json:a=/b/'), /no regular expression/)
  t.match(matchFault('/a+/'), /no regular expression/)
  t.equal(matches('path:/./'), undefined, 'an expression never applies')
  t.match(matchFault(Array(MAX_VALUES + 1).fill('ab').join(' ')), '; this one has 101')
  // The same as a whole sentence: such a filter may be clear, and still be none for a rule.
  t.equal(matchRefusal('metod:GET'), 'Check the filter: there is no key "metod". Did you mean "method:"?')
  t.match(matchRefusal('status:500'), /^A rule cannot have this filter: "status" is not known when a request starts; /)
  t.match(matchRefusal('/a+/'), /^A rule cannot have this filter: a rule may have no regular expression/)
  t.equal(matchRefusal('method:GET'), undefined)
  t.equal(matches(Array(MAX_VALUES + 1).fill('pay').join(' ')), undefined)
})

t.test('every filter that is allowed matches as the list would', async t => {
  const piece = fc.constantFrom('method:POST', 'method:G', 'path:=/v1/pay/42', 'path:=/V1/pay', 'path:pay', 'host:api*', 'query:x=1', '-', ' OR ',
    '(', ')', ' ', 'request:amount', 'json:items.id=7', 'request-header:accept', '"path:=/v1/pay"', 'path:="/v1/pay"', 'path:=/v1/pay,/a', 'kind:json')
  const text = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(' '))
  const asked = fc.record({
    method: fc.constantFrom('GET', 'post', 'POSTAL'),
    url: fc.constantFrom('https://api.example.com/v1/pay/42?x=1', 'http://a.test/V1/Pay', 'http://a.test', 'http://a.test/?a', 'data:text/plain,a', 'blob:http://a/b'),
    headers: fc.constantFrom([], [['accept', 'text/html']] as [string, string][]),
    body: fc.constantFrom('', '{"items":[{"id":7}]}', 'amount=1')
  })
  let count = 0
  fc.assert(fc.property(text, asked, (text, asked) => {
    if (matchFault(text) !== undefined) return
    const entry = new StartingEntry(asked)
    count++
    t.equal(compileMatch(text).matches(entry), filter(text)(entry), `${text} on ${JSON.stringify(asked)}`)
  }))
  t.ok(count > 0, 'some are allowed')
})

t.test('no text makes it throw, and what is allowed is decided', async t => {
  fc.assert(fc.property(anyText, text => {
    const holds = matches(text)
    if (matchFault(text) === undefined) t.type(holds, 'boolean')
  }))
})
