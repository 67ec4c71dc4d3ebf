// Messages in exported files of a session, both HAR and saved page. The service and the command line export the same files.
import t from 'tap'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullEntry } from '../../src/schema/entry.js'
import type { Message } from '../../src/schema/message.js'
import { BUILT, Earshot } from '../cli/earshot.js'
import { importHar, list, newSession, pushed } from '../support/client.js'
import { messagesOf, pushMessages, range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { readSavedFile } from '../support/saved-file.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

const messages: Message[] = [
  ...texts(range(1, 300), n => `${n} ${'x'.repeat(500)}`), { n: 301, at: 9, dir: 'out', kind: 'text', size: 1, text: '{"password":"s3cret"}' }
]

async function recorded (): Promise<string> {
  const session = newSession()
  for (const [requestId, via] of [['ws', 'websocket'], ['sse', 'eventsource'], ['plain', undefined]] as const) {
    await pushed(replica, session, { requestId, ...via && { via } })
    if (via) await pushMessages(replica, session, requestId, messages)
  }
  return session
}

const fileOf = async (session: string, path: string) => await (await fetch(`${replica.url}/capture/${path}?sessionId=${session}&secrets=keep`)).text()

t.test('a HAR has the messages, and an import restores them with their entries', async t => {
  const [session, other] = [await recorded(), newSession()]
  const har = await fileOf(session, 'har')
  const { status, body } = await importHar(replica, other, har)
  t.equal(status, 200)
  t.match(body, { message: '3 of 3 recorded' })
  const entries = await list(replica, other)
  t.same(entries.map(entry => entry.messages?.count), [301, 301, undefined])
  for (const { id } of entries.slice(0, 2)) t.same((await messagesOf(replica, other, id)).body, messages)
  await importHar(replica, other, har)
  t.same((await list(replica, other)).map(entry => entry.messages?.count), [301, 301, undefined], 'a second import changes nothing')
})

t.test('a saved page has the messages, and redacts their secrets without `secrets=keep`', async t => {
  const session = await recorded()
  const { entries } = readSavedFile(await fileOf(session, 'page'))
  t.same((entries as FullEntry[]).map(entry => entry.messageList), [messages, messages, undefined])
  const shared = readSavedFile(await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text())
  t.notMatch(shared.text, 's3cret')
  t.match(shared.text, 'redacted')
})

t.test('lists do not contain messages', async t => {
  const session = await recorded()
  const text = await (await fetch(`${replica.url}/capture/entries?sessionId=${session}`)).text()
  t.notMatch(text, 'messageList')
})

t.test('the command line exports the same files', async t => {
  const session = await recorded()
  const folder = await mkdtemp(join(tmpdir(), 'messages-'))
  for (const name of ['a.har', 'a.html']) {
    t.match(await earshot.run(['export', session, '-o', join(folder, name), '--with-secrets']), { code: 0 })
  }
  const other = newSession()
  await importHar(replica, other, await readFile(join(folder, 'a.har'), 'utf8'))
  t.same((await messagesOf(replica, other, (await list(replica, other))[1]!.id)).body, messages)
  const { entries } = readSavedFile(await readFile(join(folder, 'a.html'), 'utf8'))
  t.same((entries as FullEntry[]).map(entry => entry.messageList?.length), [301, 301, undefined])
})
