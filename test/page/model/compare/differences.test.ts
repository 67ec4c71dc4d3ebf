// Differences of texts, bodies and entries, and the choice of the last successful request. Differences of JSON have a test of their own.
import t from 'tap'
import type { Entry } from '../../../../src/schema/entry.js'
import { alikeOf, lastGoodOf } from '../../../../src/summary/last-good.js'
import { answerTo } from '../../../../src/web/viewer/model/compare/answer.js'
import { compareEntries } from '../../../../src/web/viewer/model/compare/comparison.js'
import { differenceOfLines, lineAt } from '../../../../src/web/viewer/model/compare/line-difference.js'
import { readReference } from '../../../../src/web/viewer/model/compare/reference.js'
import { textLines } from '../../../../src/web/viewer/model/compare/text-lines.js'

let count = 0
const EMPTY = { requestHeader: '', request: '', response: '', pageParams: '', storage: '' }
const entry = (fields: Partial<Entry> = {}): Entry => {
  const n = ++count
  return {
    ...EMPTY,
    id: `${n}-0123456789ab`,
    requestId: `r${n}`,
    api: 'https://shop.example/orders/7',
    method: 'GET',
    responseHeader: 'HTTP/1.1 200 OK',
    timeConsuming: 5,
    timestamp: n * 1000,
    ...fields
  }
}

t.test('texts are compared by line, LF or CRLF, and equal lines are folded', async t => {
  const same = Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n')
  const [a, b] = [`first\n${same}\nlast`, `First\r\n${same}\nlast\nmore\n`]
  const difference = differenceOfLines(a, b, { leftMs: Infinity })!
  t.same(difference.runs,
    [{ kind: 'removed', count: 1 }, { kind: 'added', count: 1 }, { kind: 'same', count: 21 }, { kind: 'added', count: 1 }])
  const shown = textLines(difference, new Set())
  t.same(shown.map(({ sign }) => sign), ['removed', 'added', 'same', 'same', 'same', 'fold', 'same', 'same', 'same', 'added'])
  t.equal(lineAt(b, difference.b, shown[1]!.b), 'First')
  t.equal(shown[0]!.partner, 0, 'a line that replaced one counts as changed')
  t.equal(shown[5]!.count, 15)
  t.equal(textLines(difference, new Set([shown[5]!.b])).length, 25)
})

t.test('if all lines differ, the difference is rough: all removed, then all added, between common ends', async t => {
  const lines = (prefix: string) => Array.from({ length: 5_000 }, (_, n) => `${prefix}${n}`).join('\n')
  const { isRough, runs } = differenceOfLines(`x\n${lines('a')}\ny`, `x\n${lines('b')}\ny`, { leftMs: Infinity })!
  t.equal(isRough, true)
  t.same(runs, [{ kind: 'same', count: 1 }, { kind: 'removed', count: 5_000 }, { kind: 'added', count: 5_000 }, { kind: 'same', count: 1 }])
  t.equal(differenceOfLines('\n'.repeat(600_000), 'x', { leftMs: Infinity }), undefined)
})

t.test('bodies are compared by kind: JSON, lines, form fields, bytes', async t => {
  const kinds = (a: Partial<Entry>, b: Partial<Entry>) => compareEntries(entry(a), entry(b)).parts.response
  t.match(kinds({ response: '{"a":1}' }, { response: '{"a":2}' }), { kind: 'json' })
  t.match(kinds({ response: '{"a":1}' }, { response: '<html></html>' }), { kind: 'lines' })
  t.same(kinds({ response: 'data:image/png;base64,AAAABBBB' }, { response: 'data:image/png;base64,AAAACBBB' }),
    { kind: 'bytes', at: 3, why: 'binary' })
  t.same(kinds({ response: 'a' }, { response: 'a' }), { kind: 'equal', isEmpty: false })
  t.same(kinds({}, {}), { kind: 'equal', isEmpty: true })
  const form = { requestHeader: 'Content-Type: application/x-www-form-urlencoded' }
  const fieldsOf = (part: 'request' | 'storage', a: Partial<Entry>, b: Partial<Entry>) => {
    const difference = compareEntries(entry(a), entry(b)).parts[part]
    return difference.kind === 'fields' ? difference.fields.changes : difference.kind
  }
  t.same(fieldsOf('request', { ...form, request: 'a=1&b=2' }, { ...form, request: 'b=2&a=%32' }), [{ name: 'a', before: '1', after: '2' }])
  t.same(fieldsOf('storage', { storage: '{"a":"1"}' }, {}), [{ name: 'a', before: '1', after: undefined }])
  t.match(compareEntries(entry({ storage: 'odd' }), entry({ storage: 'odder' })).parts.storage, { kind: 'lines' })
  t.same(compareEntries(entry({ response: 'aé1' }), entry({ response: 'aé2' }), true).parts.response,
    { kind: 'bytes', at: 3, why: 'large' }, 'as bytes, if there is no time')
})

t.test('the last good request has the same method and path pattern: the last before, else the first after', async t => {
  const good = () => entry({ api: `https://shop.example/orders/${count + 1}?n=${count}` })
  const bad = (fields: Partial<Entry> = {}) => entry({ responseHeader: 'HTTP/1.1 500 No', ...fields })
  const [first, second, other, post, failed, later] = [good(), good(), entry({ api: '/users/7' }), entry({ method: 'POST' }), bad(), good()]
  const entries = [first, second, other, post, bad(), entry({ timeConsuming: 0 }), failed, later]
  t.equal(lastGoodOf(entries, failed)?.id, second.id)
  t.equal(lastGoodOf([failed, later, good()], failed)?.id, later.id)
  t.equal(lastGoodOf([failed, other, post], failed), undefined)
  t.same(alikeOf(entries, failed, 3).map(({ id }) => id), [entries[5]!.id, entries[4]!.id, second.id])
})

t.test('a link, a session with an id, and an id alone all refer to an entry', async t => {
  const service = 'https://ear.example/base'
  t.same(readReference('https://ear.example/base/?sessionId=my-test-session&filter=x#e=12-5f0c2a9be714&t=response', service),
    { session: 'my-test-session', id: '12-5f0c2a9be714' })
  t.same(readReference(' my-test-session/12-5f0c2a9be714 ', service), { session: 'my-test-session', id: '12-5f0c2a9be714' })
  t.same(readReference('my first sessio 12-5f0c2a9be714', service), { session: 'my first sessio', id: '12-5f0c2a9be714' })
  t.same(readReference('12-5f0c2a9be714', service), { session: undefined, id: '12-5f0c2a9be714' })
  t.equal(readReference('https://other.example/?sessionId=my-test-session#e=1-5f0c2a9be714', service), 'elsewhere')
  t.equal(readReference('https://ear.example/base/?sessionId=my-test-session', service), 'noEntry')
  t.equal(readReference('short/12-5f0c2a9be714', service), 'unclear')
  t.equal(readReference(`javascript:alert(1)${' '.repeat(100_000)}`, service), 'unclear')
  t.equal(readReference('https://ear.example/#e=../../x', service), 'noEntry')
})

t.test('the Markdown of a difference has no secret of any field', async t => {
  const withSecrets = (n: number): Entry => entry({
    api: `https://ada:s3cret${n}@shop.example/orders?access_token=s3cret${n}&n=${n}`,
    requestHeader: `Authorization: Bearer s3cret${n}\nReferer: https://shop.example/?token=s3cret${n}\nX-N: ${n}`,
    responseHeader: `HTTP/1.1 200 OK\nSet-Cookie: sid=s3cret${n}\nLocation: /x?token=s3cret${n}\nX-N: ${n}`,
    request: `password=s3cret${n}&n=${n}`,
    response: `{"token":"s3cret${n}","n":${n},"in":"{\\"password\\":\\"s3cret${n}\\"}"}`,
    storage: `{"token":"s3cret${n}","n":"${n}","user":"{\\"password\\":\\"s3cret${n}\\"}"}`,
    pageParams: `?token=s3cret${n}&n=${n}`,
    source: `app?token=s3cret${n}`,
    note: `token=s3cret${n}`,
    mark: { note: `token=s3cret${n}` }
  })
  const [a, b] = [withSecrets(1), withSecrets(2)]
  const text = (want: 'markdown' | 'markdown with secrets') => (answerTo({ a, b, want }) as { markdown: string }).markdown
  t.notMatch(text('markdown'), 's3cret')
  const titles = (markdown: string) => markdown.match(/^\*\*.*?\*\*/gm)
  t.equal(titles(text('markdown'))?.length, 7, 'each part still shows its other differences')
  t.match(text('markdown with secrets'), 's3cret2')
})

t.test('the Markdown lists the differences, with secrets only on request, and is cut if it is long', async t => {
  const a = entry({
    requestHeader: 'Authorization: Bearer secret-one\nAccept: */*', response: '{"code":0,"list":[{"id":1,"n":1}],"token":"secret-two"}'
  })
  const b = entry({
    requestHeader: 'Authorization: Bearer secret-three\naccept: text/html',
    response: '{"code":5,"list":[{"id":1,"n":2},{"id":2}],"token":"secret-four"}',
    responseHeader: 'HTTP/1.1 500 No'
  })
  const text = (want: 'markdown' | 'markdown with secrets') => (answerTo({ a, b, want }) as { markdown: string }).markdown
  const plain = text('markdown')
  t.notMatch(plain, 'secret-')
  t.match(plain, '### Difference: `GET /orders/7`')
  t.match(plain, '- **−** `GET https://shop.example/orders/7`: `200 OK`, took 5 ms')
  t.match(plain, '**Request headers**, 1 equal\n\n```diff\n-accept: */*\n+accept: text/html\n```')
  t.match(plain, '```diff\n-$.code: 0\n+$.code: 5\n-$.list[0].n: 1\n+$.list[0].n: 2\n+$.list[1]: {"id":2}\n```')
  t.match(text('markdown with secrets'), '-Authorization: Bearer secret-one\n+Authorization: Bearer secret-three')
  const hostile = answerTo({ a: entry({ response: '```\nx' }), b: entry({ response: '```\ny' }), want: 'markdown' }) as { markdown: string }
  t.match(hostile.markdown, '````diff\n@@ line 2 @@\n-x\n+y\n````'.replaceAll('````', '```'))
  const [xs, ys] = ['x', 'y'].map(letter => entry({ response: `${letter}\n`.repeat(9_000) })) as [Entry, Entry]
  const long = answerTo({ a: xs, b: ys, want: 'markdown' }) as { markdown: string }
  t.match(long.markdown, /-x\n … 8,960 more lines removed\n\+y\n/)
  const manyNumbers = entry({ response: `[${'123,'.repeat(90_000)}1]` })
  const wide = answerTo({ a: entry({ response: '[1]' }), b: manyNumbers, want: 'markdown' }) as { markdown: string }
  t.match(wide.markdown, /cut here: the first \d+ lines/)
  t.ok(wide.markdown.length < 10_000)
})
