import t from 'tap'
import { subscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { call, importHar, newSession, PIXEL, push, pushBatch, pushed, upload, type Reply } from '../../support/client.js'
import { readDocument } from '../../support/document.js'
import { matchEach } from '../../support/match-each.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'

// Every route of every app in this file, as Fastify announces it.
const routes = new Set<string>()
subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.add(`${name} ${url}`)
  })
})

const redis = await startRedis(t)
const replica = await startReplica(t, redis, { BODY_LIMIT: '10kb', UPLOAD_LIMIT: '10kb' })
const { document, disagreement, permits } = await readDocument(replica)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })))

t.test('the document is valid, and its server URL is relative', async t => {
  t.same(await new Validator().validate(structuredClone(document)), { valid: true })
  t.same(document.servers, [{ url: './' }])
})

t.test('it describes every route, and nothing else', async t => {
  const told = operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/{(\w+)}/g, ':$1')}`)
  const isPage = (route: string) =>
    /^GET \/($|docs(\/|$)|earshot(-[a-z-]+)?\.[cm]?js$|(preview|saved-page|send)\.html$|assets\/)/.test(route)
  const isImplied = (route: string) => /^(HEAD|OPTIONS) /.test(route)
  t.same(told.sort(), [...routes].filter(route => !isPage(route) && !isImplied(route)).sort())
  for (const { operationId, summary, description, tags } of operations) {
    t.match({ operationId, summary, description }, { operationId: /^[a-z]\w+$/, summary: /\w/, description: /\w/ })
    matchEach(t, tags, [/\w/])
  }
  t.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
})

t.test('every operation on a session has the parameter sessionId, with an example', async t => {
  for (const { path, parameters = [] } of operations.filter(({ path }) => /^\/(capture|upload|ws)/.test(path))) {
    t.match(parameters.find(({ name }) => name === 'sessionId'),
      { in: 'query', required: true, schema: { minLength: 15, maxLength: 15 }, example: /^.{15}$/ }, path)
  }
})

t.test('replies match the document, including errors', async t => {
  const session = newSession()
  const query = `?sessionId=${session}`
  const agree = (expected: number, method: string, path: string, reply: Reply) => {
    t.equal(reply.status, expected, `${method} ${path}`)
    t.equal(disagreement(method, path, reply), undefined, `${method} ${path} ${expected}`)
  }
  const ask = async (expected: number, method: string, path: string, { id = '', headers = {}, search = query } = {}) =>
    agree(expected, method, path, await call(replica, path.replace('{id}', id) + search, { method: method.toUpperCase(), headers }))

  agree(200, 'post', '/capture/raw-data', await push(replica, session, { api: '/a', method: 'GET' }))
  agree(400, 'post', '/capture/raw-data', await push(replica, session, '{'))
  agree(413, 'post', '/capture/raw-data', await push(replica, session, { api: '/a', method: 'GET', response: 'x'.repeat(20_000) }))
  agree(415, 'post', '/capture/raw-data', await push(replica, session, 'a', 'text/odd'))
  await ask(400, 'post', '/capture/raw-data', { search: '' })

  const some = { api: '/a', method: 'GET' }
  agree(200, 'post', '/capture/batch', await pushBatch(replica, session, [some, {}]))
  agree(200, 'post', '/capture/batch', await pushBatch(replica, session, `${JSON.stringify(some)}\n{`, 'application/x-ndjson'))
  agree(200, 'post', '/capture/har', await importHar(replica, session, '{"log":{"entries":[{"request":{"url":"/a"}},{"request":{"method":"FETCH"}}]}}'))
  for (const [path, send] of [['/capture/batch', pushBatch], ['/capture/har', importHar]] as const) {
    agree(400, 'post', path, await send(replica, session, '{'))
    agree(413, 'post', path, await send(replica, session, ' '.repeat(20_000)))
    agree(415, 'post', path, await send(replica, session, 'a', 'text/odd'))
    await ask(400, 'post', path, { search: '' })
  }
  agree(413, 'post', '/capture/batch', await pushBatch(replica, session, `[${'1,'.repeat(500)}1]`))

  const id = await pushed(replica, session, {})
  await ask(200, 'get', '/capture/entries')
  const { headers } = await call(replica, `/capture/entries${query}`)
  await ask(304, 'get', '/capture/entries', { headers: { 'if-none-match': headers.get('etag')! } })
  await ask(400, 'get', '/capture/entries', { search: '?sessionId=short' })
  await ask(200, 'delete', '/capture/entries/{id}', { id })
  await ask(404, 'delete', '/capture/entries/{id}', { id })
  await ask(200, 'delete', '/capture/entries', { search: `${query}&through=${id}` })
  await ask(400, 'delete', '/capture/entries', { search: `${query}&through=last` })
  await ask(200, 'delete', '/capture/entries')
  await ask(200, 'get', '/capture/online')

  agree(200, 'post', '/upload', await upload(replica, query, PIXEL))
  agree(413, 'post', '/upload', await upload(replica, query, Buffer.concat([PIXEL, Buffer.alloc(20_000)])))
  agree(415, 'post', '/upload', await upload(replica, query, Buffer.from('no image')))
  agree(400, 'post', '/upload', await upload(replica, '', PIXEL))
  await ask(200, 'get', '/capture/screenshots')
  const [shot] = (await call(replica, `/capture/screenshots${query}`)).body as { id: string }[]
  await ask(200, 'get', '/capture/screenshots/{id}', { id: shot!.id })
  await ask(404, 'get', '/capture/screenshots/{id}', { id: 'none' })

  await ask(400, 'get', '/ws')
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/asyncapi.json']) await ask(200, 'get', path)
})

t.test('replies also match the document when Redis is full or unreachable', async t => {
  const other = await startRedis(t)
  const failing = await startReplica(t, other)
  const session = newSession()
  await other.client.config('SET', 'maxmemory', '1')
  const full = [
    ['post', '/capture/raw-data', await push(failing, session, { api: '/a', method: 'GET' })],
    ['post', '/capture/batch', await pushBatch(failing, session, [{ api: '/a', method: 'GET' }])],
    ['post', '/capture/har', await importHar(failing, session, '{"log":{"entries":[{"request":{"url":"/a"}}]}}')],
    ['post', '/upload', await upload(failing, `?sessionId=${session}`, PIXEL)]
  ] as const
  await failing.redis.close()
  const away = [
    ['post', '/capture/raw-data', await push(failing, session, { api: '/a', method: 'GET' })],
    ['post', '/capture/batch', await pushBatch(failing, session, [{ api: '/a', method: 'GET' }])],
    ['post', '/capture/har', await importHar(failing, session, '{"log":{"entries":[{"request":{"url":"/a"}}]}}')],
    ['post', '/upload', await upload(failing, `?sessionId=${session}`, PIXEL)],
    ['get', '/capture/entries', await call(failing, `/capture/entries?sessionId=${session}`)],
    ['get', '/readyz', await call(failing, '/readyz')]
  ] as const
  for (const [status, replies] of [[507, full], [503, away]] as const) {
    for (const [method, path, reply] of replies) {
      t.equal(reply.status, status, path)
      t.equal(disagreement(method, path, reply), undefined, `${path} ${status}`)
    }
  }
})

t.test('the service accepts exactly the bodies that the document permits', async t => {
  const [json, form] = ['application/json', 'application/x-www-form-urlencoded']
  const some = { api: '/a', method: 'GET' }
  const bodies: [boolean, string, Record<string, unknown>][] = [
    [true, json,
      { ...some, method: 'get', requestId: 7, timeConsuming: ' 1.5e1 ', request: { a: [1] }, response: null, storage: true, other: 1 }],
    [true, json, { ...some, timeConsuming: null, pageParams: [] }],
    [true, form, { ...some, timeConsuming: '.5', response: '{}' }],
    [true, form, { ...some, timeConsuming: '' }],
    [false, json, { ...some, timeConsuming: -1 }],
    [false, json, { ...some, timeConsuming: '-1' }],
    [false, json, { ...some, timeConsuming: true }],
    [false, json, { ...some, api: '' }],
    [false, json, { api: '/a' }],
    [false, form, { ...some, timeConsuming: 'soon' }],
    [false, form, { method: 'GET' }]
  ]
  for (const [permitted, type, body] of bodies) {
    const source = type === json ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>).toString()
    t.equal(permits('post', '/capture/raw-data', type, body), permitted, `according to the document: ${source}`)
    t.equal((await push(replica, newSession(), source, type)).status, permitted ? 200 : 400, `according to the service: ${source}`)
    if (type !== json) continue
    t.equal((await push(replica, newSession(), source, 'text/plain')).status, permitted ? 200 : 400)
    t.equal(permits('post', '/capture/batch', type, [some, body]), permitted)
    t.match(await pushBatch(replica, newSession(), [some, body]),
      { status: 200, body: { message: permitted ? '2 of 2 recorded' : '1 of 2 recorded' } })
  }
})

t.test('it describes tokens, origins and rate limits only if the settings use them', async t => {
  const refusals = (of: typeof document, path: string, method: string) =>
    Object.keys(of.paths[path]?.[method]?.responses ?? {}).filter(status => ['401', '403', '429'].includes(status))
  t.same(refusals(document, '/capture/entries', 'get'), [])
  t.equal(document.components.securitySchemes, undefined)
  t.notOk(operations.some(({ security }) => security))

  const guarded = await startReplica(t, redis,
    { PUSH_TOKENS: 'p', VIEW_TOKENS: 'v', CORS_ORIGINS: 'https://app.example', RATE_LIMIT: '100000' })
  const { document: other } = await readDocument(guarded)
  t.same(await new Validator().validate(structuredClone(other)), { valid: true })
  t.same(refusals(other, '/capture/entries', 'get'), ['401', '403', '429'])
  t.same(refusals(other, '/healthz', 'get'), [])
  t.same(other.paths['/capture/raw-data']?.post?.security, [{ pushToken: [] }, { pushTokenInQuery: [] }])
  t.same(other.paths['/ws']?.get?.security, [{ viewToken: [] }, { viewTokenInQuery: [] }])
  t.notOk(other.paths['/healthz']?.get?.security)
})

t.test('replies with 401, 403 and 429 match the document', async t => {
  const guarded = await startReplica(t, redis,
    { PUSH_TOKENS: 'p', VIEW_TOKENS: 'v', CORS_ORIGINS: 'https://app.example', RATE_LIMIT: '60' })
  const { document: other, disagreement } = await readDocument(guarded)
  const refused = async (status: number, headers: Record<string, string>) => {
    for (const { path, method } of operations.filter(({ path }) => /^\/(capture|upload|ws)/.test(path))) {
      const reply = await call(guarded, `${path}?sessionId=${newSession()}`, { method: method.toUpperCase(), headers })
      t.equal(reply.status, status, `${method} ${path}`)
      t.equal(disagreement(method, path, reply), undefined, `${method} ${path} ${status}`)
    }
  }
  await refused(401, {})
  await refused(403, { origin: 'https://other.example' })
  for (let n = 0; n < 60; n++) await call(guarded, '/capture/online')
  await refused(429, {})
  t.same(other.paths['/capture/online']?.get?.security?.map(scheme => Object.keys(scheme)).flat(),
    ['pushToken', 'pushTokenInQuery', 'viewToken', 'viewTokenInQuery'])
})

t.test('with BASE_PATH the documents are the same, because all their URLs are relative', async t => {
  const mounted = { url: `${(await startReplica(t, redis, { BASE_PATH: '/tools/ear' })).url}/tools/ear` }
  t.same((await call(mounted, '/openapi.json')).body, document)
  t.equal((await fetch(`${mounted.url}/docs?a=b`, { redirect: 'manual' })).headers.get('location'), './docs/')
  const page = (await call(mounted, '/docs/')).body as string
  const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link)
  t.ok(links.length > 3 && links.every(link => link?.startsWith('./static/')), links.join(' '))
  t.same(((await call(mounted, '/docs/json')).body as { servers: unknown }).servers, [{ url: '../' }])
})
