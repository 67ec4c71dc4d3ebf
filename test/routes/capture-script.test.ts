import t from 'tap'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { buildScript } from '../web/capture/browser/build.js'

const redis = await startRedis(t)
await buildScript()
const replica = await startReplica(t, redis, { PUSH_TOKENS: 'a', VIEW_TOKENS: 'b', CORS_ORIGINS: 'https://app.test', BASE_PATH: '/ear' })

t.test('serves the script to pages of any origin, without a token, and revalidates it each time', async t => {
  const reply = await fetch(`${replica.url}/ear/earshot.js`, { headers: { origin: 'https://elsewhere.test' } })
  t.equal(reply.status, 200)
  t.match(Object.fromEntries(reply.headers), {
    'content-type': /^text\/javascript/,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache'
  })
  const etag = reply.headers.get('etag')!
  const again = await fetch(`${replica.url}/ear/earshot.js`, { headers: { 'if-none-match': etag } })
  t.equal(again.status, 304)
  t.equal((await fetch(`${replica.url}/ear/earshot.js`, { headers: { 'if-none-match': `"other", W/${etag}` } })).status, 304)
  t.equal((await fetch(`${replica.url}/ear/earshot.js`, { headers: { 'if-none-match': '"other"' } })).status, 200)
  const forEver = await fetch(`${replica.url}/ear/assets/earshot-${etag.slice(1, -1)}.js`)
  t.match(forEver.headers.get('cache-control'), /immutable/)
  t.equal(await forEver.text(), await reply.text())
})

t.test('serves the recorders for Node, mini-programs and React Native in the same way', async t => {
  for (const [name, holds] of [['earshot-node.cjs', /EARSHOT_SESSION/], ['earshot-node.mjs', /EARSHOT_SESSION/], ['earshot-mini-program.js', /module\.exports/],
    ['earshot-react-native.js', /from "react-native"/]] as const) {
    const { statusCode, body, headers } = await replica.app.inject({ url: `/ear/${name}` })
    t.equal(statusCode, 200)
    t.match(headers, { 'content-type': /^text\/javascript/, 'cache-control': 'no-cache' })
    t.match(body, holds)
  }
})

t.test('compresses the script only if the client accepts the encoding', async t => {
  const { body } = await replica.app.inject({ url: '/ear/earshot.js' })
  const { rawPayload, headers } = await replica.app.inject({ url: '/ear/earshot.js', headers: { 'accept-encoding': 'gzip' } })
  t.equal(headers['content-encoding'], 'gzip')
  t.equal(gunzipSync(rawPayload).toString(), body)
  for (const none of ['gzip;q=0, br;q=0', 'identity', 'x-gzip-not', '']) {
    t.equal((await replica.app.inject({ url: '/ear/earshot.js', headers: { 'accept-encoding': none } })).body, body)
  }
  const both = await replica.app.inject({ url: '/ear/earshot.js', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  t.equal(both.headers['content-encoding'], 'br', 'the smaller encoding, regardless of the order in the header')
})

t.test('serves the later parts to any origin: the delivery under the name in the script, cached forever', async t => {
  const { body } = await replica.app.inject({ url: '/ear/earshot.js' })
  const [path] = /assets\/earshot-delivery-\w+\.js/.exec(body)!
  const parts = [[`${path}?0`, /immutable/, /export\s*{[^}]* as delivery3/], ['earshot-messages.js?0', /no-cache/, /as messages1/], ['earshot-keep.js?0', /no-cache/, /as keep1/]] as const
  for (const [address, caching, holds] of parts) {
    const reply = await fetch(`${replica.url}/ear/${address}`, { headers: { origin: 'null' } })
    t.equal(reply.status, 200)
    t.match(Object.fromEntries(reply.headers), {
      'content-type': /^text\/javascript/,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': caching
    })
    t.match(await reply.text(), holds)
  }
})

/** Sizes after compression; pages wait only for the first one. */
const MAX_BYTES = {
  'earshot.js': 8400,
  'earshot-delivery.js': 12.2 * 1024,
  'earshot-messages.js': 5 * 1024,
  'earshot-rules.js': 32.5 * 1024,
  'earshot-beside.js': 5.5 * 1024,
  'earshot-keep.js': 6.5 * 1024,
  'earshot-workers.js': 26 * 1024,
  'earshot-whole.js': 23.5 * 1024,
  'earshot-worker.js': 23.7 * 1024
}

t.test('the scripts stay below their size limits', async t => {
  for (const [name, mostBytes] of Object.entries(MAX_BYTES)) {
    const { body } = await replica.app.inject({ url: `/ear/${name}` })
    const bytes = gzipSync(body, { level: 9 }).length
    t.ok(bytes <= mostBytes, `${name}: ${bytes}`)
  }
})
