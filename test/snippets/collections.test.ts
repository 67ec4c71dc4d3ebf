// Several requests as one text: a shell script that real bash and curl run, a program that real Python runs, and a Postman collection.
import t from 'tap'
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { COLLECTIONS } from '../../src/snippets/collections.js'
import { FORMATS } from '../../src/snippets/formats.js'
import { pythonProgram } from '../../src/snippets/python.js'
import type { Entry } from '../../src/schema/entry.js'
import { runs } from '../support/runs.js'
import { entry } from './entry.js'
import { startRecorder, type Heard } from './recorder.js'

const run = promisify(execFile)
const collect = (id: string, entries: readonly Entry[]) => COLLECTIONS.find(each => each.id === id)!.copy(entries, { name: 'a session' })

/** Requests with everything that is hard to carry, and one that cannot be sent. */
function requestsTo (origin: string): Entry[] {
  return [
    entry({ api: `${origin}/orders?full=1&q=[x]`, request: '{"it\'s":"$HOME `id` 100% 茶"}' }),
    entry({ api: `${origin}/a'$(touch injected)\`touch injected\``, method: 'GET', request: '', requestHeader: 'Cookie: a=1; b=2\nX-Name: é' }),
    entry({ api: 'app://settings', method: 'GET' }),
    entry({ api: `${origin}/upload`, method: 'PUT', request: `data:;base64,${Buffer.from([0, 1, 254, 255]).toString('base64')}` }),
    entry({ api: `${origin}/large`, request: 'xy'.repeat(600_000) })
  ]
}

function sent (heard: Heard[]) {
  const named = (headers: Heard['headers'], wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
  return heard.map(({ method, target, headers, body }) => ({
    method, target, body, cookie: named(headers, 'cookie'), app: named(headers, 'x-app'), name: named(headers, 'x-name')
  }))
}

const bytes = (text: string) => Buffer.from(text).toString('latin1')
const WANTED = [
  { method: 'POST', target: '/orders?full=1&q=[x]', body: bytes('{"it\'s":"$HOME `id` 100% 茶"}'), cookie: undefined, app: 'shop', name: undefined },
  { method: 'GET', target: "/a'$(touch%20injected)`touch%20injected`", body: '', cookie: 'a=1; b=2', app: undefined, name: bytes('é') },
  { method: 'PUT', target: '/upload', body: '\0\u0001þÿ', cookie: undefined, app: 'shop', name: undefined },
  { method: 'POST', target: '/large', body: 'xy'.repeat(600_000), cookie: undefined, app: 'shop', name: undefined }
]

t.test('the shell script runs, sends every request byte for byte, and says what it leaves out', async t => {
  const recorder = await startRecorder(t)
  const { text, refused } = collect('shell-script', requestsTo(recorder.origin))
  t.equal(refused.length, 1)
  const cwd = t.testdir({})
  await writeFile(join(cwd, 'requests.sh'), text)
  const { stdout, stderr } = await run('bash', ['requests.sh'], { cwd })
  t.equal(stdout, 'heard'.repeat(4))
  t.match(stderr, /3\. .*left out.*http or https/)
  t.strictSame(sent(recorder.take()), WANTED)
  t.same((await run('ls', [], { cwd })).stdout, 'requests.sh\n', 'nothing in an address was run')
})

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0
t.test('the Python program runs, and sends the same', { skip: !hasRequests && 'no python3 with the package requests' }, async t => {
  const recorder = await startRecorder(t)
  const python = FORMATS.find(({ id }) => id === 'python')!
  const texts = requestsTo(recorder.origin).map(entry => python.copy(entry)).flatMap(made => 'text' in made ? [made.text] : [])
  t.equal(texts.length, 4)
  const cwd = t.testdir({ 'requests.txt': '' })
  const program = pythonProgram(texts)
  t.equal(program.match(/^import requests$/gm)?.length, 1)
  await writeFile(join(cwd, 'send.py'), program)
  const { stdout } = await run('python3', ['send.py'], { cwd })
  t.equal(stdout, '200 heard\n'.repeat(4))
  // requests encodes what RFC 3986 does not allow in an address, as browsers do.
  const heard = sent(recorder.take()).map(one => ({ ...one, target: decodeURIComponent(one.target) }))
  t.strictSame(heard, WANTED.map(one => ({ ...one, target: decodeURIComponent(one.target) })))
})

t.test('a Postman collection has the shape of version 2.1, with the recorded responses as examples', async t => {
  const { text, refused } = collect('postman', [entry({ api: 'https://shop.example:8443/orders?full=1&flag' }), entry({ api: 'app://x' })])
  t.equal(refused.length, 1)
  const request = {
    method: 'POST',
    header: [{ key: 'Content-Type', value: 'application/json' }, { key: 'X-App', value: 'shop' }],
    url: {
      raw: 'https://shop.example:8443/orders?full=1&flag',
      protocol: 'https',
      host: ['shop.example'],
      port: '8443',
      path: ['orders'],
      query: [{ key: 'full', value: '1' }, { key: 'flag', value: null }]
    },
    body: { mode: 'raw', raw: '{"n":12345678901234567890}', options: { raw: { language: 'json' } } }
  }
  t.strictSame(JSON.parse(text), {
    info: { name: 'a session', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{
      name: 'POST /orders',
      request,
      response: [{
        name: '201 Created',
        originalRequest: request,
        status: 'Created',
        code: 201,
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: '{"id":42,"total":1.0}'
      }]
    }]
  })
})

t.test('a Postman collection sends the body of a GET, and warns about double braces', async t => {
  const { text } = collect('postman', [entry({ method: 'GET', api: 'https://shop.example/_search', request: '{"to":"{{name}}"}' })])
  const { item: [item] } = JSON.parse(text) as { item: object[] }
  t.match(item, {
    protocolProfileBehavior: { disableBodyPruning: true },
    request: { method: 'GET', body: { raw: '{"to":"{{name}}"}' }, description: /double braces/ }
  })
})

interface Pair { key: string, value: string | null }
interface Url { raw: string, protocol: string, host: string[], port?: string, path: string[], query?: Pair[] }

t.test('the parts of an address in a collection are the address', async t => {
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] }), api => {
    const { item: [{ request: { url } }] } = JSON.parse(collect('postman', [entry({ api })]).text) as { item: [{ request: { url: Url } }] }
    const query = url.query?.map(({ key, value }) => value === null ? key : `${key}=${value}`).join('&')
    const port = url.port === undefined ? '' : `:${url.port}`
    t.equal(`${url.protocol}://${url.host.join('.')}${port}/${url.path.join('/')}${query === undefined ? '' : `?${query}`}`, url.raw)
  }), { numRuns: runs(300) })
})
