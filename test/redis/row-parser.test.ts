// Parses replies to HMGET into rows: any values, split at any byte; and invalid replies.
import t from 'tap'
import fc from 'fast-check'
import { ProtocolFault, RowParser, type HashRow } from '../../src/redis/row-parser.js'
import { anyCharacter } from '../support/any-character.js'

type Reply = HashRow | { refusal: string }

/** Encodes replies as Redis does. `none` encodes a missing value, which differs in RESP3. */
function written (replies: Reply[], none: string): Buffer {
  const value = (text: string | null) => text === null ? none : `$${Buffer.byteLength(text)}\r\n${text}\r\n`
  const row = (values: HashRow) => `*${values.length}\r\n${values.map(value).join('')}`
  return Buffer.from(replies.map(reply => 'refusal' in reply ? `-${reply.refusal}\r\n` : row(reply)).join(''))
}

function parsed (bytes: Buffer, cuts: number[] = []): Reply[] {
  const replies: Reply[] = []
  const parser = new RowParser(reply => { replies.push(reply instanceof Error ? { refusal: reply.message } : reply) })
  const ends = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  let from = 0
  for (const end of [...ends, bytes.length]) {
    parser.write(bytes.subarray(from, end))
    from = end
  }
  return replies
}

function isFault (work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    return error instanceof ProtocolFault
  }
}

const tricky = fc.constantFrom('', '\r\n', '$-1\r\n', '*2\r\n', '_\r\n', 'é', '𝄞')
const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), tricky)
const row = fc.array(fc.option(text), { minLength: 1, maxLength: 20 })
const refusal = fc.constantFrom('LOADING Redis is loading', 'NOPERM no permissions', 'ERR').map(refusal => ({ refusal }))

t.test('parses rows and refusals correctly, wherever the bytes are split', async t => {
  const reply = fc.oneof({ weight: 4, arbitrary: row }, refusal)
  fc.assert(fc.property(fc.array(reply), fc.constantFrom('$-1\r\n', '_\r\n'), fc.array(fc.nat()), (replies, none, cuts) => {
    t.strictSame(parsed(written(replies, none), cuts), replies)
  }))
  const replies: Reply[] = [['a', null, 'é'], { refusal: 'ERR no' }, ['', '\r\n']]
  const bytes = written(replies, '$-1\r\n')
  for (let cut = 0; cut <= bytes.length; cut++) t.strictSame(parsed(bytes, [cut]), replies)
  t.strictSame(parsed(bytes, Array.from({ length: bytes.length }, (_, n) => n)), replies, 'byte by byte')
})

t.test('emits a reply when its last byte has arrived, and not before', async t => {
  const bytes = written([['a', 'b']], '_\r\n')
  t.same(parsed(bytes.subarray(0, -1)), [])
  t.same(parsed(bytes), [['a', 'b']])
})

t.test('joins the pieces of a large value only once', async t => {
  const values = ['x'.repeat(8_000_000), 'é'.repeat(1_000_000)]
  const bytes = written([values], '_\r\n')
  const original = Buffer.concat.bind(Buffer)
  const concat = t.capture(Buffer, 'concat', (...given: Parameters<typeof Buffer.concat>) => original(...given))
  t.strictSame(parsed(bytes, Array.from({ length: 300 }, (_, n) => n * 32_768)), [values])
  t.ok(concat().length < 10)
})

t.test('decodes invalid UTF-8 as ioredis does', async t => {
  const bytes = Buffer.concat([Buffer.from('*1\r\n$4\r\n'), Buffer.from([0x61, 0xff, 0xc3, 0x62]), Buffer.from('\r\n')])
  t.strictSame(parsed(bytes), [['a\ufffd\ufffdb']])
})

t.test('throws a protocol fault for anything that is not a reply to HMGET', async t => {
  const hostile = ['HTTP/1.1 400 Bad Request\r\n\r\n', '+OK\r\n', ':1\r\n', '>2\r\n', '%1\r\n',
    '*0\r\n', '*-1\r\n', '*x\r\n', '*\n', '*1\rx', '*99999999999999\r\n',
    '*1\r\n:5\r\n', '*1\r\n*1\r\n', '*1\r\n$-2\r\n', '*1\r\n$1\r\nabc',
    '*1\r\n$600000000\r\n', '*1\r\n$1e3\r\n', `-${'x'.repeat(100_000)}`]
  for (const bytes of hostile) t.ok(isFault(() => parsed(Buffer.from(bytes))), JSON.stringify(bytes.slice(0, 30)))
})

t.test('any bytes give replies or a protocol fault, and parsing always ends', async t => {
  const known = fc.constantFrom('*1\r\n', '*17\r\n', '$-1\r\n', '$3\r\n', 'abc\r\n', '_\r\n', '-ERR\r\n', '\r', '\n', '$', '*')
  const piece = fc.oneof(known, fc.string())
  fc.assert(fc.property(fc.array(piece), fc.array(fc.nat()), (pieces, cuts) => {
    const bytes = Buffer.from(pieces.join(''))
    // Splitting the bytes does not change whether they are refused.
    t.equal(isFault(() => parsed(bytes, cuts)), isFault(() => parsed(bytes)))
  }))
})
