// The environment of the tests of the core: one service for all tests, and a session and a recorder for each test.
import t, { type Test } from 'tap'
import { newSession } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { startRecorder, wireTo } from './node-host.js'

export const redis = await startRedis(t)
export const replica = await startReplica(t, redis)

export const GET = { method: 'GET', api: 'http://app.test/a', requestHeader: 'GET /a HTTP/1.1\r\nAccept: */*\r\n' }
export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

/** `host`: replaces parts of Node's host. */
export function start (t: Test, options = {}, host = {}) {
  const session = newSession()
  const wire = wireTo(replica.url, session)
  return { session, wire, recorder: startRecorder(t, wire, { session, ...options }, host) }
}
