// The recorder as a script for pages of any origin (contract §13): /earshot.js, which is asked for again each time, and the same under a name
// that tells its content, which is kept for ever. It holds no data, so nobody has to say who they are.
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

// Where it is beside the built service, and beside the sources, which tests run.
const PLACES = ['../web/earshot.js', '../../dist/web/earshot.js'].map(place => fileURLToPath(new URL(place, import.meta.url)))

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding'
}
const NOT_BUILT = { error: 'The capture script is not built: run scripts/build' }

export const captureScriptRoute: FastifyPluginAsync = async app => {
  const built = PLACES.find(existsSync)
  if (built === undefined) {
    app.get('/earshot.js', { schema: { hide: true } }, async (_request, reply) => await reply.code(404).send(NOT_BUILT))
    return
  }
  const script = readFileSync(built)
  const digest = hash('sha256', script, 'hex').slice(0, 16)
  const etag = `"${digest}"`
  const send = senderOf(script)
  app.get('/earshot.js', { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ ...HEADERS, etag, 'cache-control': 'no-cache' })
    return await (request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : send(request, reply))
  })
  app.get(`/assets/earshot-${digest}.js`, { schema: { hide: true } }, async (request, reply) =>
    await send(request, reply.headers({ ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' })))
}

/** Compressed once, as small as it gets. */
function senderOf (script: Buffer) {
  const encodings: [name: string, body: Buffer][] = [['br', brotliCompressSync(script)], ['gzip', gzipSync(script, { level: 9 })]]
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const accepted = headers['accept-encoding'] ?? ''
    const [name, body] = encodings.find(([name]) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\b(?!\\.))`).test(accepted)) ?? []
    return name === undefined ? reply.send(script) : reply.header('content-encoding', name).send(body)
  }
}
