// Compressed parts form one stream that any client can read. Each part is requested from the source only after the previous part was read.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { brotlied, gzipped } from '../../src/reading/compression.js'

async function * parts (bytes: Uint8Array[], onAsked = () => {}): AsyncGenerator<Uint8Array> {
  for (const part of bytes) {
    onAsked()
    yield part
  }
}

async function whole (compressed: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of compressed) chunks.push(chunk)
  return Buffer.concat(chunks)
}

t.test('decompression gives the concatenation of all parts', async t => {
  const repeated = fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(3000)).map(([bytes, times]) =>
    Buffer.concat(Array<Uint8Array>(times).fill(bytes)))
  await fc.assert(fc.asyncProperty(fc.array(fc.oneof(fc.uint8Array({ maxLength: 500 }), repeated), { maxLength: 6 }), async bytes => {
    const plain = Buffer.concat(bytes)
    t.ok(gunzipSync(await whole(gzipped(parts(bytes)))).equals(plain))
    t.ok(brotliDecompressSync(await whole(brotlied(parts(bytes)))).equals(plain))
  }), { numRuns: 40 })
})

t.test('gzip requests a part only when the previous one was taken', async t => {
  let asked = 0
  const compressed = gzipped(parts([Buffer.alloc(1e6), Buffer.alloc(1e6), Buffer.alloc(1e6)], () => { asked++ }))
  for (const taken of [1, 2, 3]) {
    await compressed.next()
    t.equal(asked, taken)
  }
})

t.test('if the source fails, the stream ends with its error, incomplete', async t => {
  async function * failing (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('begun')
    throw new Error('Redis went away')
  }
  for (const compress of [gzipped, brotlied]) await t.rejects(whole(compress(failing())), { message: 'Redis went away' })
})
