// The thread in which `earshot proxy` records, as built in this checkout: it sends what it records to a real service.
import t from 'tap'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Built from '../../src/cli/proxy/recorder-thread.js'
import { list, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { ROOT } from './earshot.js'

const { RecorderThread } = await import(pathToFileURL(join(ROOT, 'dist/cli/proxy/recorder-thread.js')).href) as typeof Built
const START = { method: 'GET', api: 'http://api.example/', header: 'GET / HTTP/1.1\r\n\r\n', via: '' }
const MIB = 1024 * 1024
const replica = await startReplica(t, await startRedis(t), { MAX_SESSION_BYTES: '500mb' })

t.test('new requests wait while too much has not been taken, and all that has passed is recorded', async t => {
  const session = newSession()
  const recorder = new RecorderThread({ url: replica.url, session })
  const begin = (n: number) => recorder.begin({ ...START, api: `http://api.example/${n}` })
  const body = Buffer.alloc(MIB, 'a')
  const pass = (n: number) => {
    const call = begin(n)
    call.answers('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n', 'text/plain')
    call.receives(body)
    call.ends()
  }
  let hadRoom = true
  recorder.whenRoom(() => {})
  for (let n = 0; n < 63; n++) pass(n)
  recorder.whenRoom(() => { t.ok(hadRoom) })
  hadRoom = false
  pass(63)
  await new Promise<void>(resolve => {
    recorder.whenRoom(() => {
      t.equal(hadRoom, true, 'not at once')
      resolve()
    })
    hadRoom = true
  })
  await recorder.leave('the test ends', 60_000)
  const entries = await list(replica, session)
  t.equal(entries.length, 64)
  t.ok(entries.every(({ timeConsuming }) => timeConsuming > 0))
})

t.test('what passes while there is no room at all is counted, and no longer copied', async t => {
  const session = newSession()
  const recorder = new RecorderThread({ url: replica.url, session })
  const piece = Buffer.alloc(MIB, 'a')
  const calls = Array.from({ length: 140 }, () => recorder.begin({ ...START, method: 'POST', header: 'POST / HTTP/1.1\r\ncontent-type: text/plain\r\n\r\n' }))
  for (const call of calls) call.sends(piece)
  const last = calls.at(-1)!
  last.sends(piece)
  last.answers('HTTP/1.1 204 No Content\r\n\r\n', undefined)
  last.ends()
  await recorder.leave('the test ends', 60_000)
  const entries = await list(replica, session)
  t.equal(entries.length, 140)
  t.match(entries.find(({ responseHeader }) => responseHeader.includes('204')), { request: '', note: /request cut: 0 B of 2.1 MB kept/ })
  t.equal(entries.filter(({ note }) => note?.includes('the test ends')).length, 139, 'requests in progress')
})

t.test('if the thread fails, its owner is told, and nothing waits for it', async t => {
  const recorder = new RecorderThread({ url: replica.url, session: 'short' })
  const call = recorder.begin(START)
  const error = await new Promise(resolve => { recorder.onFailure = resolve })
  t.match(error, /"short" is not a session id of 15 characters/)
  await new Promise<void>(resolve => { recorder.whenRoom(resolve) })
  call.ends()
  t.equal(await recorder.leave('the test ends', 1000), true, 'not too slow')
})
