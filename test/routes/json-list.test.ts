import t from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { JSON_ARRAY, NDJSON, jsonList, type ListFormat } from '../../src/routes/json-list.js'

const entry: Entry = {
  id: '1-a', requestId: 'r', api: '/a', method: 'GET', requestHeader: '', responseHeader: '', request: '', response: '', timeConsuming: 1.5, pageParams: '', storage: '', timestamp: 5
}

async function textOf (pages: Entry[][], format: ListFormat = JSON_ARRAY): Promise<{ text: string, longest: number, taken: number }> {
  const chunks: string[] = []
  let taken = 0
  async function * read () { yield * pages }
  for await (const chunk of jsonList(read(), format, () => { taken++ })) chunks.push(chunk)
  return { text: chunks.join(''), longest: Math.max(...chunks.map(chunk => chunk.length)), taken }
}

t.test('a list is the JSON of its entries, however they are spread over pages', async t => {
  t.equal((await textOf([])).text, '[]')
  t.equal((await textOf([[]])).text, '[]')
  const [a, b, c] = [entry, { ...entry, id: '2-b' }, { ...entry, id: '3-c', response: '"\\\n\u0000' }]
  t.equal((await textOf([[a], [], [b, c]])).text, JSON.stringify([a, b, c]))
})

t.test('as NDJSON each is a line, and an empty list is empty', async t => {
  t.equal((await textOf([], NDJSON)).text, '')
  const [a, b] = [entry, { ...entry, id: '2-b', response: '\n' }]
  t.equal((await textOf([[a], [], [b]], NDJSON)).text, `${JSON.stringify(a)}\n${JSON.stringify(b)}\n`)
})

t.test('a long text comes in short chunks, and whole, also where a chunk ends within a character', async t => {
  const long = { ...entry, response: 'x' + '😀'.repeat(300_000), request: '"'.repeat(200_000), storage: '\ud800'.repeat(3) }
  const { text, longest, taken } = await textOf([[entry, long, entry]])
  t.same(JSON.parse(text), [entry, long, entry])
  t.ok(longest < 500_000)
  t.ok(taken > 5)
})
