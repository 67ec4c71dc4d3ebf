// An entry as Markdown: complete, cut, and in every state.
import t from 'tap'
import { markdown } from '../../src/snippets/markdown.js'
import { entry } from './entry.js'

t.test('has the request and its response', async t => {
  const noted = entry({ source: 'shop on iPhone', note: 'streamed\nby the `page`', startTime: 1795249999962 })
  t.equal(markdown(noted), `### \`POST /orders\`: \`201 Created\`

- \`https://shop.example/orders?full=1\`
- Started 2026-11-21T08:33:19.962Z
- Took 37.5 ms
- Recorded by \`shop on iPhone\`
- Note: \`\` streamed by the \`page\` \`\`

**Request**

\`\`\`http
POST /orders?full=1
Content-Type: application/json
X-App: shop
\`\`\`

**Request body**, 26 bytes of \`application/json\`

\`\`\`json
{
  "n": 12345678901234567890
}
\`\`\`

**Response**

\`\`\`http
HTTP/1.1 201 Created
Content-Type: application/json
\`\`\`

**Response body**, 21 bytes of \`application/json\`

\`\`\`json
{
  "id": 42,
  "total": 1.0
}
\`\`\`
`)
})

t.test('omits missing parts, and marks a pending request', async t => {
  const pending = entry({ timeConsuming: 0, request: '', response: '', requestHeader: '', responseHeader: '', api: '/a' })
  t.equal(markdown(pending), `### \`POST /a\`: no response yet

- \`/a\`
- Started 2026-11-21T08:33:20.000Z

**Request**

\`\`\`http
POST /a
\`\`\`
`)
  t.match(markdown(entry({ responseHeader: '' })), ': no status recorded\n')
  t.match(markdown(entry({ responseHeader: 'status: 0' })), ': no response\n')
  t.notMatch(markdown(entry({ startTime: 1e300 })), 'Started')
})

t.test('shows bodies as recorded, but indents JSON on one line without loss', async t => {
  const shown = (response: string, type = '') =>
    markdown(entry({ request: '', response, responseHeader: `Content-Type: ${type}` })).split('**Response body**')[1]
  t.match(shown('{"a":1,\n"b":2}'), '```json\n{"a":1,\n"b":2}\n```', 'it has several lines already')
  t.match(shown('{"a":1,"a":1e400}'), '```json\n{\n  "a": 1,\n  "a": 1e400\n}\n```')
  t.match(shown('<p>`````</p>', 'text/html; charset=utf-8'), ', 12 bytes of `text/html`\n\n``````html\n<p>`````</p>\n``````')
  t.match(shown('data:image/png;base64,AAAA', 'image/png'), /^, 3 bytes of `image\/png`, not shown\n$/)
  t.match(shown('abc [truncated]'), ', cut by the recorder: `[truncated]`\n')
})

t.test('cuts a long body with a remark, and never within a surrogate pair', async t => {
  const long = markdown(entry({ request: '', response: 'a'.repeat(20_000) }))
  t.match(long, `cut here: the first 10000 of 20000 characters\n\n\`\`\`json\n${'a'.repeat(10_000)}\n\`\`\`\n`)
  t.match(markdown(entry({ response: 'a👩b' }), 2), 'cut here: the first 1 of 4 characters\n\n```json\na\n```\n')
  t.match(markdown(entry({ response: '[1,2]' }), 5), '```json\n[1,2]\n```', 'JSON is not indented beyond the limit')
  const longEverywhere = entry({ api: `/${'a'.repeat(100_000)}`, requestHeader: `a: ${'b'.repeat(100_000)}`, note: 'c'.repeat(100_000) })
  t.ok(markdown(longEverywhere).length < 30_000, 'all other parts are cut, too')
})
