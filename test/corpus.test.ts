// Replays recordings of real browsers as two-phase pushes to one replica, and watches the session on another. Recordings of public sites
// are read from a folder beside the project, if it exists.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { test, type Test } from 'tap'
import { Value } from 'typebox/value'
import { HarSchema } from '../scripts/recording/har-schema.js'
import type { RecordedPush } from '../src/har/reading.js'
import { parseHar } from '../src/har/recording.js'
import { replay } from '../src/har/replay.js'
import type { Entry } from '../src/schema/entry.js'
import { list, newSession, pushed, watch, type Message } from './support/client.js'
import { startRedis } from './support/redis.js'
import { startReplica } from './support/replica.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SHOP = join(ROOT, 'test/data/shop.har')
const CORPUS = join(ROOT, '../shared/corpus')

const recordings = [
  SHOP, ...existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
]

for (const file of recordings) {
  test(`a replay of ${basename(file)} stores all entries in order, and a viewer elsewhere sees each arrive and complete`, async t => {
    const redis = await startRedis(t)
    const [pusher, other] = await Promise.all([startReplica(t, redis), startReplica(t, redis)])
    const session = newSession()
    const viewer = await watch(t, other, session)
    const connected = await viewer.next()
    const pushes = replay(parseHar(readFileSync(file, 'utf8')), 'p').map(({ push }) => push)
    for (const push of pushes) await pushed(pusher, session, { ...push })

    const entries = await list(other, session)
    t.strictSame(entries.map(recorded), expected(pushes))
    const messages = await viewer.take(pushes.length)
    t.strictSame(messages.map(announced),
      pushes.map(push => [push.timeConsuming === 0 ? 'entry-received' : 'entry-updated', push.requestId, push.timeConsuming]))
    checkChain(t, connected, messages)
    t.strictSame(stateOf(messages), entries)
  })
}

test('shop.har is valid HAR 1.2, and has the statuses and methods of a real app', async t => {
  const har = JSON.parse(readFileSync(SHOP, 'utf8')) as unknown
  t.strictSame(Value.Errors(HarSchema, har), [])
  const { entries } = Value.Parse(HarSchema, har).log
  const statuses = new Set(entries.map(({ response }) => response.status))
  for (const status of [0, 200, 201, 204, 301, 302, 303, 304, 307, 400, 401, 404, 422, 500]) t.ok(statuses.has(status), String(status))
  const methods = new Set(entries.map(({ request }) => request.method))
  t.strictSame([...methods].sort(), ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])
})

test('the demo replays a recording against a running service and prints how to watch it', async t => {
  const replica = await startReplica(t, await startRedis(t))
  const session = newSession()
  const { code, stdout, stderr } = await runDemo(t, ['--url', replica.url, '--session', session, '--speed', '50'])
  t.equal(code, 0, stderr)
  const pushes = replay(parseHar(readFileSync(SHOP, 'utf8')), 'p').map(({ push }) => push)
  const withoutId = (fields: object) => ({ ...fields, requestId: '' })
  t.strictSame((await list(replica, session)).map(recorded).map(withoutId), expected(pushes).map(withoutId))
  t.match(stdout, `earshot watch ${session} --url ${replica.url}`)
  t.match(stdout, `${replica.url}/?sessionId=${session}`)
  t.match(stdout, `${pushes.length / 2} entries in ${pushes.length} pushes, 0 failed`)
})

test('the demo exits with code 1 if the service refuses a push', async t => {
  const replica = await startReplica(t, await startRedis(t), { BODY_LIMIT: '50kb' })
  const { code, stdout } = await runDemo(t, ['--url', replica.url, '--speed', '50'])
  t.equal(code, 1)
  t.match(stdout, /complete +GET +\/api\/catalogue {2}refused: 413 .*/)
  t.match(stdout, '144 pushes, 1 failed')
})

for (const { title, args, line, code: wanted = 2 } of [
  {
    title: 'a service that is not there',
    args: ['--url', 'http://127.0.0.1:1'],
    line: /Cannot reach http:\/\/127\.0\.0\.1:1 .*earshot start/,
    code: 3
  },
  { title: 'a URL that is none', args: ['--url', 'here'], line: /--url must be a URL/ },
  { title: 'a session id of another length', args: ['--session', 'short'], line: /15 characters/ },
  { title: 'a speed of nothing', args: ['--speed', '0'], line: /--speed .*It must be a number above 0/ },
  { title: 'an option that it does not have', args: ['--loud'], line: /--loud/ },
  { title: 'a recording that is none', args: [join(ROOT, 'package.json')], line: /package\.json cannot be replayed: it is not a HAR file \(no log\.entries\)\. .* use earshot import/ }
]) {
  test(`the demo answers ${title} with one line of error and exit code ${wanted}`, async t => {
    const { code, stdout, stderr } = await runDemo(t, args)
    t.equal(code, wanted)
    t.equal(stdout, '')
    t.match(stderr, line)
    // For a wrong option, a second line says where to read about it.
    t.ok(stderr.trimEnd().split('\n').length <= 2)
  })
}

/** Removes the fields that the service adds to an entry. */
function recorded ({ id, timestamp, startTime, storage, ...fields }: Entry): object {
  return fields
}

/** Returns each entry once, in the order of the pending pushes, in the state after its complete push. */
function expected (pushes: RecordedPush[]): object[] {
  const states = new Map<string, object>()
  for (const push of pushes) states.set(push.requestId, { pageParams: '', ...push })
  return [...states.values()]
}

function announced (message: Message): unknown[] {
  return 'data' in message && typeof message.data === 'object' && 'requestId' in message.data
    ? [message.type, message.data.requestId, 'timeConsuming' in message.data && message.data.timeConsuming]
    : [message.type]
}

function checkChain (t: Test, connected: Message, messages: Message[]): void {
  const revs = 'rev' in connected ? [connected.rev] : []
  const prevs: string[] = []
  for (const message of messages) {
    if (!('prev' in message)) throw new Error(`A message without a place: ${message.type}`)
    prevs.push(message.prev)
    revs.push(message.rev)
  }
  t.strictSame(prevs, revs.slice(0, -1))
}

/** Returns the session as a viewer sees it, from messages alone. */
function stateOf (messages: Message[]): Entry[] {
  const states = new Map<string, Entry>()
  for (const message of messages) {
    if (message.type === 'entry-received' || message.type === 'entry-updated') states.set(message.data.id, message.data)
  }
  return [...states.values()]
}

async function runDemo (t: Test, args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts', ...args], {
    cwd: ROOT, env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}
