// Compression of replies, for scopes whose replies are read by people's browsers and tools: lists, exports, pages, documents. Not for
// pushes, whose replies are shorter than what compression begins with.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const LEAST_BYTES = 1024
/** Shorter texts are compressed at once, on the event loop: that is quicker than to hand them to a thread. */
const AT_ONCE_BYTES = 16 * 1024
// Recorded traffic repeats itself so much that higher levels save little more (npm run bench -- reading), and speed is worth more here.
const GZIP_LEVEL = 1
const BROTLI_LEVEL = 2

/** It compresses while it is sent, a window at a time: memory stays flat. */
export async function registerCompression (app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    encodings: ['br', 'gzip', 'deflate'],
    zlibOptions: { level: GZIP_LEVEL },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } },
    customTypes: /^text\/|json|javascript|xml/,
    // It leaves compressed request bodies alone: bodies are counted as they come.
    globalDecompression: false
  })
}
