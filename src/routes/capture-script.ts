// Serves the recorder: /earshot.js for pages of any origin, and files for Node, mini-programs and React Native. Clients
// revalidate them each time; under a name with the hash of its content, a file is cached forever. They contain no data, so they need no
// token. @fastify/static is not used: its ETags are derived from times, which differ between replicas, and the files on disk have no hash
// in their names.
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import accepts from '@fastify/accepts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { matchesETag } from '../http/etag.js'

const SCRIPTS = [
  'earshot.js', 'earshot-delivery.js', 'earshot-messages.js', 'earshot-rules.js', 'earshot-beside.js', 'earshot-keep.js',
  'earshot-workers.js', 'earshot-whole.js', 'earshot-worker.js', 'earshot-node.cjs', 'earshot-node.mjs', 'earshot-mini-program.js',
  'earshot-mini-program-rules.js', 'earshot-react-native.js'
]
// The folder of the built files, relative to the built service, and relative to the sources, which the tests run.
const PLACES = ['../web/', '../../dist/web/']

const ENCODINGS = [['br', '.br'], ['gzip', '.gz']] as const

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding'
}
const RULES = 'earshot-rules.js'
const DELIVERY = 'earshot-delivery.js'
// If rules are off: pages that opt in then do not ask for rules, so no console shows a response with 403.
const WITHOUT_RULES = Buffer.from('// Rules are switched off in this service.\n')
const NOT_BUILT = { error: 'The recorder is not built: run `npm run build`' }

export interface CaptureScriptOptions {
  /** Whether the service has rules at all (RULES). */
  rulesAreOn: boolean
  /** Called when a page that records asks for the second part of the recorder. */
  onAsked: (request: FastifyRequest) => void
}

export const captureScriptRoute: FastifyPluginAsync<CaptureScriptOptions> = async (app, { rulesAreOn, onAsked }) => {
  await app.register(accepts)
  for (const name of SCRIPTS) {
    if (name === RULES && !rulesAreOn) {
      serve(app, name, WITHOUT_RULES, senderOf(WITHOUT_RULES))
      continue
    }
    const built = PLACES.map(place => fileURLToPath(new URL(place + name, import.meta.url))).find(existsSync)
    if (built === undefined) {
      app.get(`/${name}`, { schema: { hide: true } }, async (_request, reply) => await reply.code(404).send(NOT_BUILT))
    } else {
      const script = readFileSync(built)
      const send = senderOf(script, built)
      serve(app, name, script, name === DELIVERY ? reporting(send, onAsked) : send)
    }
  }
}

type Send = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

function serve (app: FastifyInstance, name: string, script: Buffer, send: Send): void {
  const digest = hash('sha256', script, 'hex').slice(0, 16)
  app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ ...HEADERS, etag: `"${digest}"`, 'cache-control': 'no-cache' })
    return await (matchesETag(request.headers['if-none-match'], digest) ? reply.code(304).send() : send(request, reply))
  })
  app.get(`/assets/${name.replace('.', `-${digest}.`)}`, { schema: { hide: true } }, async (request, reply) =>
    await send(request, reply.headers({ ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' })))
}

function reporting (send: Send, onAsked: CaptureScriptOptions['onAsked']): Send {
  return (request, reply) => {
    onAsked(request)
    return send(request, reply)
  }
}

/** Sends the file that the build compressed, if the client accepts that encoding. */
function senderOf (script: Buffer, built?: string): Send {
  const encodings = ENCODINGS.filter(([, ending]) => built !== undefined && existsSync(built + ending)).map(
    ([name, ending]) => [name, readFileSync(`${built}${ending}`)] as const
  )
  return (request, reply) => {
    // Each encoding is asked for alone: with several, the client's order would win, and browsers name gzip first.
    const [name, body] = encodings.find(([name]) => request.encoding([name])) ?? []
    return name === undefined ? reply.send(script) : reply.header('content-encoding', name).send(body)
  }
}
