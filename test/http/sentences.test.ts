// Refusals say what is wrong, in a short sentence, whatever the client has sent.
import t from 'tap'
import { gzipSync } from 'node:zlib'
import { call, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const replica = await startReplica(t, await startRedis(t))

t.test('a compressed body is refused with 415, and its encoding is named', async t => {
  const body = gzipSync('{"api":"/a","method":"GET"}')
  const send = async (path: string, encoding: string, body: Uint8Array<ArrayBuffer> | string) =>
    await call(replica, `${path}?sessionId=${newSession()}`, {
      method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': encoding }, body
    })
  const sentence = 'Content-Encoding: gzip is not supported: send the body uncompressed'
  for (const path of ['/capture/raw-data', '/capture/batch', '/capture/har']) {
    t.match(await send(path, 'gzip', body), { status: 415, body: { code: 'unsupported_media_type', message: sentence } }, path)
  }
  t.match(await send('/capture/raw-data', 'x'.repeat(5000), body), { status: 415, body: { message: /^.{1,200}$/ } })
  t.match(await send('/capture/raw-data', 'identity', '{"api":"/a","method":"GET"}'), { status: 200 })
})

t.test('a long value is not repeated as a whole', async t => {
  const session = newSession()
  const long = `9-${'a'.repeat(10_000)}`
  for (const [method, query] of [['DELETE', `through=${long}`], ['GET', `fields=${long}`], ['GET', `after=${long}`]] as const) {
    const { status, body } = await call(replica, `/capture/entries?sessionId=${session}&${query}`, { method })
    t.equal(status, 400)
    t.ok(JSON.stringify(body).length < 500, query.slice(0, 10))
  }
})

t.test('a wait that is too long is refused in words', async t => {
  for (const wait of ['999', '0', 'x']) {
    t.match(await call(replica, `/capture/rules?sessionId=${newSession()}&after=0&wait=${wait}`),
      { status: 400, body: { error: 'wait must be 1 to 25 seconds' } }, wait)
  }
})
