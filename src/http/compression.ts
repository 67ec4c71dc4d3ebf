// Compresses the responses of the Fastify scope in which it is registered: only the API documents. Lists and exports are compressed part by
// part: see reading/compression.ts. The responses to pushes are shorter than MIN_BYTES, so compression would not help them.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const MIN_BYTES = 1024
/** Shorter texts are compressed synchronously, on the event loop: that is faster than passing them to a thread. */
const AT_ONCE_BYTES = 16 * 1024
// The same levels as in reading/compression.ts.
const GZIP_LEVEL = 1
const BROTLI_LEVEL = 2

/** Replies are compressed while they are sent, one window at a time: memory does not grow with them. */
export async function registerCompression (app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: MIN_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    encodings: ['br', 'gzip', 'deflate'],
    zlibOptions: { level: GZIP_LEVEL },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } },
    customTypes: /^text\/|json|javascript|xml/,
    // Request bodies are not decompressed: their bytes are counted as they arrive.
    globalDecompression: false
  })
}
