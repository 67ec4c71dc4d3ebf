// Parsing entries from JSON lines, wherever the chunks end; and choosing whether a reply is read as lines or as JSON.
import t from 'tap'
import fc from 'fast-check'
import type { Entry } from '../../../src/schema/entry.js'
import { entriesOf } from '../../../src/web/feed/entry-lines.js'
import { formatOf, replyText } from '../../../src/web/feed/reply.js'
import { anyCharacter } from '../../support/any-character.js'
import { linesOf } from './follow.js'
import { entryOf } from './model-service.js'

const LINES = { get: () => 'application/x-ndjson; charset=utf-8' }
const json = async () => ({})

function replyOf (chunks: Iterable<Uint8Array>) {
  const source = chunks[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull (controller) {
      const chunk = source.next()
      if (chunk.done) controller.close()
      else controller.enqueue(chunk.value)
    }
  })
  return { ok: true, status: 200, headers: LINES, json, body }
}

function cut (bytes: Uint8Array, places: number[]): Uint8Array[] {
  const ends = [...new Set(places.map(place => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end))
}

async function read (parts: AsyncIterable<string>): Promise<Entry[]> {
  const entries = []
  for await (const some of entriesOf(parts)) entries.push(...some)
  return entries
}

t.test('entries are parsed correctly, wherever chunks end: within lines or within characters', async t => {
  const texts = fc.array(fc.string({ unit: anyCharacter }), { maxLength: 5 })
  await fc.assert(fc.asyncProperty(texts, fc.array(fc.nat(), { maxLength: 20 }), async (responses, places) => {
    const entries = responses.map((response, n) => ({ ...entryOf(n + 1, 'a'), response }))
    t.strictSame(await read(replyText(replyOf(cut(new TextEncoder().encode(linesOf(...entries)), places)))), entries)
  }))
  const entry = { ...entryOf(1, 'a'), response: 'ä€\u{1f600}\u2028' }
  const bytes = new TextEncoder().encode(linesOf(entry, entry))
  t.strictSame(await read(replyText(replyOf(Array.from(bytes, (_, n) => bytes.subarray(n, n + 1))))), [entry, entry], 'byte by byte')
})

t.test('an entry is yielded as soon as its line ends', async t => {
  const steps = entriesOf((async function * () { yield * ['{"id":"1-a"}\n{"id":', '"2-a"}', '\n\n', '{"id":"3-a"}\r\n'] })())
  const brought = []
  for await (const entries of steps) brought.push(entries.map(({ id }) => id))
  t.same(brought, [['1-a'], [], ['2-a'], ['3-a']])
})

t.test('parsing a line in 50,000 chunks takes linear time', async t => {
  const entry = { ...entryOf(1, 'a'), response: 'x'.repeat(1_000_000) }
  const bytes = new TextEncoder().encode(linesOf(entry))
  const startedMs = Date.now()
  const chunks = Array.from({ length: 50_000 }, (_, n) => bytes.subarray(n * 20, n * 20 + 20))
  t.strictSame(await read(replyText(replyOf([...chunks, bytes.subarray(1_000_000)]))), [entry])
  t.ok(Date.now() - startedMs < 10_000, 'scanning the whole buffer per chunk would take longer')
})

t.test('rejects lines that are not entries, and a text whose last line does not end', async t => {
  const of = (text: string) => read((async function * () { yield text })())
  for (const garbage of ['<html>\n', '7\n', 'null\n', '[]\n', '{}\n', '{"id":1}\n', '{"id":"1-a"}{"id":"2-a"}\n', '{"id":\n"1-a"}\n']) {
    await t.rejects(of(garbage), { message: 'the answer is not a list of entries' }, garbage)
  }
  for (const cut of ['{"id":"1-a"}', '{"id":"1-a"}\n{"id":"2-', ' ']) await t.rejects(of(cut), { message: 'the answer is incomplete' }, cut)
  t.same(await of(''), [])
  // The text ends within a character.
  await t.rejects(read(replyText(replyOf([Uint8Array.of(0x0a, 0xc3)]))), { message: 'the answer is incomplete' })
})

t.test('breaking out of the loop cancels the reply', async t => {
  let isCanceled = false
  const body = new ReadableStream<Uint8Array>({
    pull: controller => { controller.enqueue(new TextEncoder().encode(linesOf(entryOf(1, 'a')))) },
    cancel: () => { isCanceled = true }
  })
  for await (const entries of entriesOf(replyText({ ok: true, status: 200, headers: LINES, json, body }))) {
    if (entries.length > 0) break
  }
  t.ok(isCanceled)
})

t.test('formatOf() chooses lines by content type, if the reply has a stream or text; else JSON', async t => {
  const reply = { ok: true, status: 200, json }
  const text = async () => linesOf(entryOf(1, 'a'))
  const { body } = replyOf([])
  t.equal(formatOf({ ...reply, headers: LINES, body }), 'lines')
  t.equal(formatOf({ ...reply, headers: LINES, body: null, text }), 'lines')
  t.same(await read(replyText({ ...reply, headers: LINES, text })), [entryOf(1, 'a')])
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/html', null]) {
    t.equal(formatOf({ ...reply, headers: { get: () => type }, body, text }), 'json')
  }
  t.equal(formatOf({ ...reply, headers: LINES }), undefined, 'neither as a stream nor as text')
  t.equal(formatOf({ ...reply, body, text }), undefined, 'without headers')
})
