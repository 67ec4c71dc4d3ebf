import t from 'tap'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { call, newSession, pushed, uploaded, watch, type Message } from '../../support/client.js'
import { strict } from '../../support/document.js'
import { pushMessages, texts } from '../../support/messages.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const { body: document } = await call(replica, '/asyncapi.json') as { body: object }
const SPECIFICATION = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json')

const RULE = { name: 'r', match: '', action: { type: 'respond', status: 503, headers: [{ name: 'a', value: 'b' }], body: { text: 'x'.repeat(5000) } } }

t.test('the document is valid, with and without tokens', async t => {
  const valid = ajv().compile(JSON.parse(readFileSync(SPECIFICATION, 'utf8')) as object)
  t.ok(valid(document), JSON.stringify(valid.errors))
  const guarded = await startReplica(t, redis, { VIEW_TOKENS: 'v' })
  const { body } = await call(guarded, '/asyncapi.json')
  t.ok(valid(body), JSON.stringify(valid.errors))
  t.equal((body as { operations: { announce: { security: unknown[] } } }).operations.announce.security.length, 2)
  t.match(body, {
    channels: { session: { bindings: { ws: { query: { properties: { token: {} } } } } } },
    components: { securitySchemes: { viewToken: { scheme: 'bearer' }, viewTokenInQuery: { name: 'token' } } }
  })
})

t.test('every message that a viewer receives matches the document', async t => {
  const messages = ajv().addSchema(strict(document) as object, 'asyncapi.json')
  const session = newSession()
  const viewer = await watch(t, replica, session)
  const seen = new Set<string>()
  const agree = (message: Message) => {
    const name = message.type.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
    seen.add(name)
    t.ok(messages.validate({ $ref: `asyncapi.json#/components/messages/${name}/payload` }, message), `${name}: ${messages.errorsText()}`)
    return message
  }

  agree(await viewer.next())
  const id = await pushed(replica, session, { requestId: 'a' })
  await pushed(replica, session, { requestId: 'a', timeConsuming: 3 })
  await pushMessages(replica, session, 'a', texts([1]))
  await call(replica, `/capture/entries/${id}/mark?sessionId=${session}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"color":"red"}' })
  await call(replica, `/capture/entries/${id}/mark?sessionId=${session}`, { method: 'DELETE' })
  await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  await call(replica, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  await pushed(replica, session, {})
  await call(replica, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  await call(replica, `/capture/rules?sessionId=${session}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules: [RULE] }) })
  await uploaded(replica, session)
  let last = agree(await viewer.next())
  const { rev } = last as { rev: string }
  while (last.type !== 'screenshot-received') last = agree(await viewer.next())
  viewer.socket.send('{"type":"ping"}')
  agree(await viewer.next())
  t.match(agree(await (await watch(t, replica, session, rev)).next()), { type: 'connected', resumed: true })

  const told = (document as { operations: { announce: { messages: { $ref: string }[] } } }).operations.announce.messages
  t.same([...seen].sort(), told.map(({ $ref }) => $ref.split('/').at(-1)).sort(), 'it describes each message, and each was received')
})

function ajv (): Ajv {
  return new Ajv({ strict: false, validateFormats: false })
}
