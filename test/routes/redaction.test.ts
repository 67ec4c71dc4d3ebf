// The setting REDACT, through a real replica: no secret reaches Redis, a list, or a message to a viewer.
import t from 'tap'
import { list, newSession, push, pushed, watch } from '../support/client.js'
import { keyNames } from '../support/inspect.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const SECRETS = {
  api: '/login?token=s3cret&a=1',
  requestId: 'token=kept',
  requestHeader: 'Host: a\r\nAuthorization: Bearer s3cret',
  responseHeader: { 'Set-Cookie': ['sid=s3cret'], Server: 'a' },
  request: { user: 'me', password: 's3cret', n: 1 },
  response: '{"id_token":"s3cret","n":12345678901234567890}',
  pageParams: 'token=s3cret&page=2',
  storage: { 'persist:root': '{"auth":"{\\"accessToken\\":\\"s3cret\\"}"}' }
}
const REDACTED = {
  api: '/login?token=[redacted]&a=1',
  requestId: 'token=kept',
  requestHeader: 'Host: a\r\nAuthorization: [redacted]',
  responseHeader: '{"Set-Cookie":"[redacted]","Server":"a"}',
  request: '{"user":"me","password":"[redacted]","n":1}',
  response: '{"id_token":"[redacted]","n":12345678901234567890}',
  pageParams: 'token=[redacted]&page=2',
  storage: '{"persist:root":"{\\"auth\\":\\"{\\\\\\"accessToken\\\\\\":\\\\\\"[redacted]\\\\\\"}\\"}"}'
}

t.test('secrets are not stored, announced or listed, and everything else is', async t => {
  const replica = await startReplica(t, redis, { REDACT: 'default' })
  const other = await startReplica(t, redis)
  const session = newSession()
  const viewer = await watch(t, other, session)
  await viewer.next()
  await pushed(replica, session, SECRETS)
  t.match(await viewer.next(), { type: 'entry-received', data: REDACTED })
  matchEach(t, await list(other, session), [REDACTED])
  await push(replica, session, 'api=/a%3Fpin%3Ds3cret&method=POST&request=password%3Ds3cret', 'application/x-www-form-urlencoded')
  t.match(await viewer.next(), { data: { api: '/a?pin=[redacted]', request: 'password=[redacted]' } })

  const keys = await keyNames(redis.client, `capture:{${session}}*`)
  const held = await Promise.all(keys.map(key =>
    redis.client.type(key).then(type => type === 'hash' ? redis.client.hgetall(key) : undefined)))
  t.match(JSON.stringify(held), 'redacted')
  const dumps = await Promise.all(keys.map(key => redis.client.dumpBuffer(key)))
  t.notOk(dumps.some(dump => dump.includes('s3cret')))
  t.notOk(JSON.stringify(held).includes('s3cret'))
})

t.test('without REDACT, everything is kept', async t => {
  const replica = await startReplica(t, redis)
  const session = newSession()
  await pushed(replica, session, SECRETS)
  matchEach(t, await list(replica, session), [{ api: SECRETS.api, requestHeader: SECRETS.requestHeader, response: SECRETS.response }])
})
