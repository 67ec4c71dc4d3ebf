// Entries in every format of the menu: complete examples, missing hosts, secrets, and refused requests.
import t from 'tap'
import { FORMATS, type CopyOptions } from '../../src/snippets/formats.js'
import type { Entry } from '../../src/schema/entry.js'
import type { Snippet } from '../../src/snippets/snippet.js'
import { entry } from './entry.js'

const REQUESTS = FORMATS.filter(({ id }) => id !== 'markdown')
const copy = (id: string, given: Partial<Entry> = {}, options?: CopyOptions): Snippet =>
  FORMATS.find(format => format.id === id)!.copy(entry(given), options)
const text = (...args: Parameters<typeof copy>): string => {
  const snippet = copy(...args)
  if ('refused' in snippet) throw new Error(snippet.refused)
  return snippet.text
}

t.test('an entry in each format looks as if a person had written it', async t => {
  t.equal(text('curl-bash'), `curl 'https://shop.example/orders?full=1' \\
  -H 'Content-Type: application/json' \\
  -H 'X-App: shop' \\
  --data-raw '{"n":12345678901234567890}'`)
  t.equal(text('curl-cmd'), `curl ^"https://shop.example/orders?full=1^" ^
  -H ^"Content-Type: application/json^" ^
  -H ^"X-App: shop^" ^
  --data-raw ^"^{^\\^"n^\\^":12345678901234567890^}^"`)
  t.equal(text('powershell', {
    requestHeader: 'Content-Type: application/json\nX-App: shop\nUser-Agent: app\nCookie: a=1; b=2'
  }), `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.Cookies.Add([System.Net.Cookie]::new('a', '1', '/', 'shop.example'))
$session.Cookies.Add([System.Net.Cookie]::new('b', '2', '/', 'shop.example'))
Invoke-WebRequest -UseBasicParsing \`
  -Uri 'https://shop.example/orders?full=1' \`
  -Method POST \`
  -UserAgent 'app' \`
  -Headers @{
    'X-App' = 'shop'
  } \`
  -ContentType 'application/json' \`
  -Body ([System.Text.Encoding]::UTF8.GetBytes('{"n":12345678901234567890}')) \`
  -WebSession $session`)
  t.equal(text('fetch', {
    requestHeader: 'Content-Type: application/json\nOrigin: https://app.example\nReferer: https://app.example/a\nCookie: a=1'
  }), `// Headers that only the browser can set: Origin, Referer, Cookie
const response = await fetch('https://shop.example/orders?full=1', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json'
  },
  referrer: 'https://app.example/a',
  credentials: 'include',
  body: '{"n":12345678901234567890}'
})
console.log(response.status, await response.text())`)
  t.equal(text('fetch-node'), `const response = await fetch('https://shop.example/orders?full=1', {
  method: 'POST',
  headers: [
    ['Content-Type', 'application/json'],
    ['X-App', 'shop']
  ],
  body: '{"n":12345678901234567890}'
})
console.log(response.status, await response.text())`)
  t.equal(text('wx-request'), `wx.request({
  url: 'https://shop.example/orders?full=1',
  method: 'POST',
  header: {
    'Content-Type': 'application/json',
    'X-App': 'shop'
  },
  data: '{"n":12345678901234567890}',
  success: response => console.log(response.statusCode, response.data),
  fail: error => console.error(error.errMsg)
})`)
})

t.test('the simplest request gives the simplest command', async t => {
  const get = { method: 'GET', requestHeader: '', request: '' }
  t.equal(text('curl-bash', get), "curl 'https://shop.example/orders?full=1'")
  t.equal(text('fetch-node', get),
    "const response = await fetch('https://shop.example/orders?full=1')\nconsole.log(response.status, await response.text())")
  t.equal(text('powershell', get), "Invoke-WebRequest -UseBasicParsing `\n  -Uri 'https://shop.example/orders?full=1'")
})

t.test('the ids are those of the menu, each once', async t => {
  t.same(FORMATS.map(({ id }) => id), ['curl-bash', 'curl-cmd', 'powershell', 'python', 'fetch', 'fetch-node', 'wx-request', 'markdown'])
})

t.test('a path without a host gets the known origin, or app.invalid with a comment', async t => {
  const comments: Record<string, string> = {
    'curl-bash': '# ', 'curl-cmd': 'rem ', powershell: '# ', python: '# ', fetch: '// ', 'fetch-node': '// ', 'wx-request': '// '
  }
  for (const { id } of REQUESTS) {
    const hostless = text(id, { api: '/orders/42' })
    t.match(hostless, `${comments[id]}No host was recorded: replace app.invalid with yours\n`, id)
    t.match(hostless, 'http://app.invalid/orders/42', id)
    const known = text(id, { api: 'orders/42' }, { origin: 'https://shop.example' })
    t.match(known, 'https://shop.example/orders/42', id)
    t.notMatch(known, 'No host', id)
    t.match(text(id, { api: '/orders/42', requestHeader: 'Host: shop.example\ncontent-type: a' }), 'https://shop.example/orders/42', id)
  }
})

t.test('commands keep secrets and Markdown redacts them, unless the option says otherwise', async t => {
  const secret = {
    api: 'https://shop.example/a?token=s3cret&b=1',
    requestHeader: 'Authorization: Bearer s3cret\nCookie: sid=s3cret\ncontent-type: application/json',
    request: '{"password":"s3cret"}',
    responseHeader: 'Set-Cookie: sid=s3cret',
    note: 'token=s3cret',
    source: 'app?token=s3cret'
  }
  for (const { id } of FORMATS) {
    t.equal(text(id, secret).includes('s3cret'), id !== 'markdown', id)
    t.match(text(id, secret, { secrets: 'keep' }), 's3cret', id)
    const redacted = text(id, secret, { secrets: 'redact' })
    t.notMatch(redacted, 's3cret', id)
    t.match(redacted, 'redacted', id)
    t.match(redacted, 'b=1', id)
  }
})

t.test('refuses everything that is not an HTTP request, in a sentence', async t => {
  for (const { id, copy } of REQUESTS) {
    const addresses = ['ws://a/', 'data:text/plain,a', 'http://', 'http://a b/', 'http://[/'].map(api => ({ api }))
    const methods = ['CONNECT', 'A B', '', "-X'\n"].map(method => ({ method }))
    for (const given of [...addresses, ...methods]) {
      t.match(copy(entry(given)), { refused: /^[A-Z].*\.$/ }, `${id} ${JSON.stringify(given)}`)
    }
  }
})

t.test('refuses requests that fetch cannot send', async t => {
  for (const id of ['fetch', 'fetch-node']) {
    t.match(copy(id, { method: 'GET' }), { refused: /body with GET/ })
    t.match(copy(id, { method: 'HEAD' }), { refused: /body with HEAD/ })
    t.match(copy(id, { method: 'TRACE', request: '' }), { refused: /TRACE/ })
  }
  t.match(copy('fetch-node', { requestHeader: 'a: \x01' }), { refused: /control characters/ })
})

t.test('user name and password of the address become a header', async t => {
  const api = 'https://us%C3%A9r:p%40ss@shop.example/a'
  const basic = `Basic ${Buffer.from('usér:p@ss').toString('base64')}`
  for (const { id } of REQUESTS) {
    t.match(text(id, { api }), basic, id)
    t.notMatch(text(id, { api }), 'p%40ss', id)
    t.notMatch(text(id, { api, requestHeader: 'authorization: mine\ncontent-type: a' }), basic, id)
  }
})

t.test('a binary body is base64, with any alphabet and padding', async t => {
  const given = { request: 'data:image/png;base64,-_8', requestHeader: 'Content-Type: image/png' }
  t.equal(text('curl-bash', given), `printf %s '+/8=' | base64 -d |
  curl 'https://shop.example/orders?full=1' \\
  -H 'Content-Type: image/png' \\
  --data-binary @-`)
  t.match(text('powershell', given), "-Body ([System.Convert]::FromBase64String('+/8='))")
  t.match(text('fetch', given), "body: Uint8Array.from(atob('+/8='), char => char.charCodeAt(0))")
  t.match(text('wx-request', given), "data: wx.base64ToArrayBuffer('+/8=')")
  t.match(copy('curl-cmd', given), { refused: /binary.*PowerShell/ })
  t.match(text('curl-bash', { request: 'data:image/png;base64,AAAAA' }), "--data-raw 'data:image/png;base64,AAAAA'",
    'invalid base64 is text')
  t.notMatch(text('curl-bash', { request: 'data:image/png;base64,' }), /data/, 'an empty body is omitted')
})

t.test('reports a cut body, and lines that are not headers', async t => {
  for (const { id } of REQUESTS) {
    t.match(text(id, { note: 'request cut: 1 MB of 5 MB kept' }), 'The recorder kept only a part of the body', id)
    const odd = text(id, { requestHeader: 'content-type: a\nno header at all\n@/etc/passwd: a\n:path: /' })
    t.match(odd, 'Left out: lines that are not valid HTTP headers', id)
    t.notMatch(odd, /no header at all|passwd|:path/, id)
    t.notMatch(text(id, { requestHeader: 'content-type: a\n:path: /' }), 'Left out', id)
  }
})
