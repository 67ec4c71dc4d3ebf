// The memory that the intake reserves for a request, and when the intake releases it.
import t from 'tap'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { collect } from '../../../src/http/intake/collect.js'
import { reservationOf, Intake, lengthOf } from '../../../src/http/intake/intake.js'
import { until } from '../../support/until.js'

const BODY = Buffer.alloc(1024 ** 2)

t.test('a request releases its memory when its reply begins, whatever the result', async t => {
  const app = Fastify({ forceCloseConnections: true })
  t.teardown(() => app.close())
  const intake = new Intake(app, 8 * BODY.length)
  const reservedBytes: number[] = []
  const endless = () => {
    const reply = new Readable({ read () {} })
    reply.push('x')
    return reply
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    collect(payload, { length: lengthOf(request), limitBytes: BODY.length }, reservationOf(request), done)
  })
  app.post<{ Querystring: { fails?: string } }>('/', {
    ...intake.hooks,
    errorHandler: (_error, _request, reply) => { reply.send(endless()) }
  }, async ({ query }) => {
    reservedBytes.push(intake.budget.reservedBytes)
    if (query.fails) throw new Error('It is refused')
    return endless()
  })
  const url = await app.listen({ port: 0 })
  for (const path of ['/', '/?fails=1']) {
    const asked = request(url + path, { method: 'POST', headers: { 'content-type': 'a/b', 'content-length': BODY.length } })
      .on('error', () => {})
    asked.end(BODY)
    const [reply] = await once(asked, 'response') as [IncomingMessage]
    t.equal(reservedBytes.pop(), BODY.length, 'held while the request is handled')
    t.equal(intake.budget.reservedBytes, 0)
    reply.destroy()
  }
})

t.test('a request releases its memory when its client disconnects, and when its body is too long', async t => {
  const app = Fastify({ forceCloseConnections: true })
  t.teardown(() => app.close())
  const intake = new Intake(app, 8 * BODY.length)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    collect(payload, { length: lengthOf(request), limitBytes: BODY.length }, reservationOf(request), done)
  })
  app.post('/', { ...intake.hooks }, async () => '')
  const url = await app.listen({ port: 0 })
  const asked = request(url, { method: 'POST', headers: { 'content-type': 'a/b', 'content-length': BODY.length } }).on('error', () => {})
  asked.write('x')
  await until('it is held', async () => intake.budget.reservedBytes === BODY.length)
  asked.destroy()
  await until('it is free', async () => intake.budget.reservedBytes === 0)
  const long = request(url, { method: 'POST', headers: { 'content-type': 'a/b', 'transfer-encoding': 'chunked' } }).on('error', () => {})
  long.end(Buffer.alloc(2 * BODY.length))
  const [{ statusCode }] = await once(long, 'response') as [IncomingMessage]
  t.equal(statusCode, 413)
  t.equal(intake.budget.reservedBytes, 0)
})
