// The cost of searching a session of 10,000 entries of 6 KB for a word, compared in alternating rounds with a plain case-insensitive
// regular expression on the same texts.
import type { matcher as Matcher } from '../src/filter/matcher.js'
import type { parse as Parse } from '../src/filter/parse.js'
import type { Entry } from '../src/schema/entry.js'
import { median } from './support/load.js'
import { ratio, table } from './support/report.js'

// The built files, which users run.
const BUILT = new URL('../dist/filter/', import.meta.url).href
const ENTRIES = 10_000
const BYTES = 6_000
const ROUNDS = 15

/** A word that no entry has, one whose beginning every entry has, one that is not ASCII. */
const WORDS = ['refunded', 'kettle-99999999', '退款']
const QUERIES = ['refunded status:4xx', 'refunded OR returned', 'json:title=refunded', 'request-header:accept=refunded']

export async function benchFilter (): Promise<void> {
  const { parse } = await import(`${BUILT}parse.js`) as { parse: typeof Parse }
  const { matcher } = await import(`${BUILT}matcher.js`) as { matcher: typeof Matcher }
  console.log(`\nfilter: ${ENTRIES} entries of ${BYTES} bytes, median of ${ROUNDS}`)
  for (const text of ['brushed steel', '拉丝不锈钢']) {
    const entries = Array.from({ length: ENTRIES }, (_, n) => entry(n, text))
    const filtering = (filter: string) => {
      const matches = matcher(parse(filter), { nowMs: 0 })
      return () => entries.filter(matches)
    }
    const words = WORDS.map(word => inTurns(plain(word, entries), filtering(word)))
    table([`texts with ${text}`, 'plain ms', 'filter ms'], [
      ...WORDS.map((word, n) => [word, ...words[n]!]),
      ...QUERIES.map(query => [query, '', ...inTurns(filtering(query))])
    ])
    const [plainMs, filterMs] = words[0] as [number, number]
    ratio('ms for a word', filterMs, 'at most', 60)
    ratio('word to plain', filterMs / plainMs, 'at most', 2)
  }
}

function plain (word: string, entries: Entry[]): () => unknown {
  const expression = new RegExp(word, 'i')
  const texts = entries.map(({ api, method, requestHeader, responseHeader, request, response, pageParams }) =>
    [api, method, requestHeader, responseHeader, request, response, pageParams])
  return () => texts.filter(texts => texts.some(text => expression.test(text)))
}

/** Returns the median milliseconds of each. */
function inTurns (...runs: (() => unknown)[]): number[] {
  const rounds = Array.from({ length: ROUNDS }, () => runs.map(run => {
    const startedMs = performance.now()
    run()
    return performance.now() - startedMs
  }))
  return runs.map((_, n) => median(rounds.map(round => round[n]!)))
}

function entry (n: number, text: string): Entry {
  const item = (n: number) => ({
    id: n,
    sku: `kettle-${n}`,
    title: `Kettle, 1.7 l, ${text}`,
    price: { amount: 39.9, currency: 'EUR' },
    image: `https://img.example.com/${n}.jpg`
  })
  const items: object[] = []
  for (let bytes = 500; bytes < BYTES; bytes += JSON.stringify(items.at(-1)).length + 1) items.push(item(n * 100 + items.length))
  const fields: Entry = {
    id: `${n}-5f0c2a9be714`,
    requestId: `request-${n}`,
    api: `https://api.example.com/v1/orders/${n}?page=2`,
    method: 'GET',
    requestHeader: 'Accept: application/json\r\nAccept-Language: en\r\nX-Request-Id: 5f0c2a9be714\r\n',
    responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nVary: Accept\r\n',
    request: '',
    response: JSON.stringify(items),
    timeConsuming: 37.5,
    pageParams: '{"tab":"orders"}',
    storage: '{"theme":"dark"}',
    timestamp: 1_795_250_000_000
  }
  // Parsing JSON makes flat strings, as for entries from a server.
  return JSON.parse(JSON.stringify(fields)) as Entry
}
