import t from 'tap'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { buildScript } from '../web/capture/browser/build.js'

const redis = await startRedis(t)
await buildScript()
const replica = await startReplica(t, redis, { PUSH_TOKENS: 'a', VIEW_TOKENS: 'b', CORS_ORIGINS: 'https://app.test', BASE_PATH: '/ear' })

t.test('the script is for pages of any origin, without a token, and asked for again each time', async t => {
  const reply = await fetch(`${replica.url}/ear/earshot.js`, { headers: { origin: 'https://elsewhere.test' } })
  t.equal(reply.status, 200)
  t.match(Object.fromEntries(reply.headers), {
    'content-type': /^text\/javascript/, 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*', 'cache-control': 'no-cache'
  })
  const etag = reply.headers.get('etag')!
  const again = await fetch(`${replica.url}/ear/earshot.js`, { headers: { 'if-none-match': etag } })
  t.equal(again.status, 304)
  const forEver = await fetch(`${replica.url}/ear/assets/earshot-${etag.slice(1, -1)}.js`)
  t.match(forEver.headers.get('cache-control'), /immutable/)
  t.equal(await forEver.text(), await reply.text())
})

t.test('so are those for Node and for mini-programs', async t => {
  for (const [name, holds] of [['earshot-node.mjs', /EARSHOT_SESSION/], ['earshot-mini-program.js', /module\.exports/]] as const) {
    const { statusCode, body, headers } = await replica.app.inject({ url: `/ear/${name}` })
    t.equal(statusCode, 200)
    t.match(headers, { 'content-type': /^text\/javascript/, 'cache-control': 'no-cache' })
    t.match(body, holds)
  }
})

t.test('it is compressed for whoever takes that, and only then', async t => {
  const { body } = await replica.app.inject({ url: '/ear/earshot.js' })
  const { rawPayload, headers } = await replica.app.inject({ url: '/ear/earshot.js', headers: { 'accept-encoding': 'gzip' } })
  t.equal(headers['content-encoding'], 'gzip')
  t.equal(gunzipSync(rawPayload).toString(), body)
  t.equal((await replica.app.inject({ url: '/ear/earshot.js', headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } })).body, body)
})

// The goal is 8 KB.
const MOST_BYTES = 12.5 * 1024

t.test('it stays small', async t => {
  const { body } = await replica.app.inject({ url: '/ear/earshot.js' })
  const bytes = gzipSync(body, { level: 9 }).length
  t.ok(bytes <= MOST_BYTES, `${bytes}`)
})
