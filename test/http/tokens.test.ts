// Which client may do what if tokens are configured.
import t from 'tap'
import { requireToken, tokenCheck } from '../../src/http/tokens.js'
import { call, formOf, newSession, PIXEL, refusedToWatch, watch, type Reply } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const PUSH = 'push-secret'
const VIEW = 'view-secret'
const replica = await startReplica(t, redis, { PUSH_TOKENS: `old-push, ${PUSH}`, VIEW_TOKENS: VIEW })
const session = newSession()

const push = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'api=/a&method=GET' }

const batch = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' }
const har = { ...batch, body: '{"log":{"entries":[]}}' }

const OPERATIONS: Record<'push' | 'view' | 'either', [string, RequestInit][]> = {
  push: [
    ['/capture/raw-data', push], ['/capture/batch', batch], ['/capture/har', har], ['/upload', { method: 'POST', body: formOf(PIXEL) }]
  ],
  view: [['/capture/entries', {}], ['/capture/entries', { method: 'DELETE' }], ['/capture/entries/1', { method: 'DELETE' }],
    ['/capture/screenshots', {}], ['/capture/screenshots/1', {}]],
  either: [['/capture/online', {}]]
}

function ask (path: string, init: RequestInit, token?: string, how: 'header' | 'query' = 'header'): Promise<Reply> {
  const query = `?sessionId=${session}${token !== undefined && how === 'query' ? `&token=${token}` : ''}`
  const bearer = token !== undefined && how === 'header' ? { authorization: `Bearer ${token}` } : {}
  return call(replica, path + query, { ...init, headers: { ...init.headers, ...bearer } })
}

t.test('without a valid token, every operation gets 401', async t => {
  for (const [path, init] of Object.values(OPERATIONS).flat()) {
    for (const token of [undefined, '', 'wrong', PUSH.slice(0, -1), `${PUSH}x`, PUSH.toUpperCase(), 'push-secret,view-secret']) {
      const reply = await ask(path, init, token)
      t.equal(reply.status, 401, `${init.method ?? 'GET'} ${path} with ${token}`)
      t.equal(reply.headers.get('www-authenticate'), 'Bearer')
    }
  }
})

t.test('a token permits only its own kind of operation', async t => {
  for (const [kind, operations] of Object.entries(OPERATIONS)) {
    for (const [path, init] of operations) {
      for (const [token, permits] of [[PUSH, kind !== 'view'], ['old-push', kind !== 'view'], [VIEW, kind !== 'push']] as const) {
        for (const how of ['header', 'query'] as const) {
          const { status } = await ask(path, init, token, how)
          t.equal(status !== 401, permits, `${init.method ?? 'GET'} ${path} with ${token} in the ${how}: ${status}`)
        }
      }
    }
  }
})

t.test('a rejected push gets the envelope of pushes, without the token, and is not stored', async t => {
  const reply = await ask('/capture/raw-data', push, VIEW)
  t.match(reply.body, { code: 'unauthorized', message: /token/, data: '' })
  t.equal((reply.body as { message: string }).message.includes(VIEW), false)
})

t.test('a WebSocket needs its token before the upgrade', async t => {
  for (const token of ['', '&token=wrong', `&token=${PUSH}`, `&token=${VIEW}&token=${VIEW}`]) {
    t.match(await refusedToWatch(replica, `sessionId=${session}${token}`), { status: 401, body: { error: /token/ } }, token)
  }
  const viewer = await watch(t, replica, session, undefined, VIEW)
  t.match(await viewer.next(), { type: 'connected' })
})

t.test('if the header has another scheme, the token in the query is used', async t => {
  const headers = { authorization: 'Basic dXNlcjpwYXNz' }
  t.match(await call(replica, `/capture/entries?sessionId=${session}&token=${VIEW}`, { headers }), { status: 200 })
  t.match(await call(replica, `/capture/entries?sessionId=${session}`, { headers: { authorization: `bearer ${VIEW}` } }), { status: 200 })
})

t.test('the token is checked before the session id, and probes need no token', async t => {
  t.match(await call(replica, '/capture/entries'), { status: 401 })
  t.match(await call(replica, '/capture/entries', { headers: { authorization: `Bearer ${VIEW}` } }),
    { status: 400, body: { error: /sessionId/ } })
  for (const path of ['/healthz', '/readyz']) t.match(await call(replica, path), { status: 200 }, path)
})

t.test('if only one kind of token is configured, the other operations are open', async t => {
  const pushOnly = await startReplica(t, redis, { PUSH_TOKENS: PUSH })
  t.match(await call(pushOnly, `/capture/raw-data?sessionId=${session}`, push), { status: 401 })
  t.match(await call(pushOnly, `/capture/entries?sessionId=${session}`), { status: 200 })
  t.match(await call(pushOnly, `/capture/online?sessionId=${session}`), { status: 200 })
})

t.test('a route without an `access` setting needs a view token', async t => {
  const hook = requireToken(tokenCheck({ push: [], view: [VIEW], rule: [] }))
  const request = { routeOptions: { config: {} }, headers: {}, query: {} } as unknown as Parameters<typeof hook>[0]
  hook(request, undefined, error => t.match(error, { code: 'unauthorized' }))
})
