// Snippets for fetch run in real Node, and send the recorded request, except for the headers that fetch itself sets.
import t from 'tap'
import fc from 'fast-check'
import { browserFetch } from '../../src/snippets/fetch.js'
import { nodeFetch } from '../../src/snippets/node.js'
import { anyRequest, combined, plainRequest, type Recorded } from './requests.js'
import { startRecorder } from './recorder.js'
import { copied, faults, type Runner } from './run.js'
import { runs } from '../support/runs.js'

const RUNS = Number(process.env.SNIPPET_RUNS ?? runs(400))
const SEED = Number(process.env.SNIPPET_SEED ?? Math.floor(Math.random() * 2 ** 31))

// "A forbidden request-header" (Fetch Standard §2.2.2). Node itself loses a header with the name __proto__.
const NOT_IN_BROWSERS = new RegExp(`^(?:${[
  'accept-charset|accept-encoding|access-control-request-(?:headers|method)|connection|content-length|cookie2?|date|dnt|expect|host',
  'keep-alive|origin|referer',
  'set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*|__proto__'
].join('|')})$`)
const NOT_IN_NODE = /^(?:connection|keep-alive|upgrade|expect|sec-fetch-mode|__proto__)$/

// Each snippet is a separate block, and sends its number in a header.
const PREPARED = `const real = fetch
let n
globalThis.fetch = (url, { headers = [], ...init } = {}) =>
  real(url, { ...init, headers: [...Array.isArray(headers) ? headers : Object.entries(headers), ['X-Test', String(n)]] })\n`

const ADDED = {
  accept: /^\*\/\*$/,
  'accept-language': /^\*$/,
  'accept-encoding': /^(?:gzip|identity)/,
  'user-agent': /^node$/,
  'sec-fetch-mode': /^cors$/,
  connection: /^(?:keep-alive|close)$/,
  pragma: /^no-cache$/,
  'cache-control': /^no-cache$/
}

const node = (leftOut: RegExp): Runner => ({
  command: [process.execPath, '--input-type=module', '-'],
  script: snippets =>
    PREPARED + snippets.map((text, n) => `n = ${n}\ntry {\n${text}\n} catch (error) { console.error(n, error) }\n`).join(''),
  added: ADDED,
  // Normalized by the rules of URLs, and without an empty query.
  target: target => {
    const { pathname, search } = new URL(`http://h${target}`)
    return pathname + search
  },
  headers: headers => combined(headers.filter(([name]) => !leftOut.test(name)))
})

const isSendable = ({ method, bytes, headers }: Recorded) =>
  !(method === 'GET' && bytes.length > 0) &&
  // eslint-disable-next-line no-control-regex
  headers.every(({ value }) => !/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(value))

for (const [name, form, leftOut] of [['Node', nodeFetch, NOT_IN_NODE], ['a browser', browserFetch, NOT_IN_BROWSERS]] as const) {
  t.test(`random requests arrive byte for byte from fetch for ${name}`, async t => {
    const recorder = await startRecorder(t)
    const requests = fc.sample(anyRequest({ origin: recorder.origin, where: isSendable }), { numRuns: RUNS, seed: SEED })
    t.equal(JSON.stringify(await faults(recorder, form, node(leftOut), requests, 400), null, 1), '[]', `SNIPPET_SEED=${SEED}`)
  })
}

t.test('a snippet for browsers omits headers that only the browser may set, and lists them', async t => {
  const names = [
    'Accept-Charset', 'Access-Control-Request-Headers', 'Access-Control-Request-Method', 'Connection', 'Cookie', 'Cookie2', 'Date', 'DNT',
    'Expect', 'Keep-Alive', 'Origin', 'Referer', 'Set-Cookie', 'TE', 'Trailer', 'Upgrade', 'Via', 'Proxy-Authorization', 'Sec-Fetch-Mode'
  ]
  const text = copied(browserFetch, plainRequest({ headers: [...names, 'User-Agent'].map(name => ({ name, value: 'a' })) }))
  t.match(text, `// Headers that only the browser can set: ${names.join(', ')}\n`)
  t.match(text, "  headers: {\n    'User-Agent': 'a'\n  },\n")
})
