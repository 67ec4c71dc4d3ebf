// Reads rows of hashes over a separate connection: the results are the same as with ioredis, and reads fail with an error if Redis refuses,
// hangs or disconnects.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { readHashes } from '../../src/redis/commands.js'
import { openRedis } from '../../src/redis/connections.js'
import { rowsOf, type LinkedRows } from '../../src/redis/row-link.js'
import { anyCharacter } from '../support/any-character.js'
import { startRedis } from '../support/redis.js'
import { until } from '../support/until.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const rows = rowsOf(redis.commands)
t.teardown(() => { rows.close() })
await rows.ready(5000)

const again = async (rows: LinkedRows) => await until('rows are read again', async () => (await rows.read(['known'], ['a'])).length === 1)
await server.client.hset('known', 'a', 'value')

t.test('reads the same rows as ioredis for hashes with any text', async t => {
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), fc.constant('long '.repeat(50_000)))
  const hash = fc.dictionary(fc.constantFrom('a', 'b', 'ç', 'd'), text)
  await fc.assert(fc.asyncProperty(fc.array(hash, { maxLength: 8 }), async hashes => {
    await server.client.flushall()
    for (const [n, values] of hashes.entries()) if (Object.keys(values).length > 0) await server.client.hset(`h${n}`, values)
    const keys = ['missing', ...hashes.keys()].map(n => `h${n}`)
    const fields = ['ç', 'a', 'none', 'd', 'b']
    t.strictSame(await rows.read(keys, fields), await readHashes(redis.commands, keys, fields))
  }), { numRuns: 30 })
  t.same(await rows.read([], ['a']), [])
})

t.test('concurrent reads each get their own rows', async t => {
  await server.client.hset('known', 'a', 'value')
  const read = await Promise.all(Array.from({ length: 50 }, (_, n) => rows.read([n % 2 ? 'known' : 'missing'], ['a', 'b'])))
  t.strictSame(read, Array.from({ length: 50 }, (_, n) => [n % 2 ? ['value', null] : [null, null]]))
})

t.test('if one hash is refused, the read rejects with the error of ioredis, and the next read is correct', async t => {
  await server.client.set('text', 'no hash')
  const fault = await readHashes(redis.commands, ['text'], ['a']).catch((error: unknown) => error as Error)
  await t.rejects(rows.read(['known', 'text', 'known'], ['a']), { message: (fault as Error).message })
  t.same(await rows.read(['known'], ['a']), [['value']])
})

t.test('rejects with NOPERM if the user may not read hashes', async t => {
  await server.client.acl('SETUSER', 'narrow', 'on', '>secret', '~*', '+@all', '-hmget')
  const narrow = new Redis(server.url, { username: 'narrow', password: 'secret' })
  const rows = rowsOf(narrow)
  t.teardown(() => { rows.close(); narrow.disconnect() })
  await rows.ready(5000)
  await t.rejects(rows.read(['known'], ['a']), /^NOPERM/)
})

t.test('a Redis that hangs gives unavailable after two seconds, and reads work again afterwards', async t => {
  await server.client.client('PAUSE', 4000, 'ALL')
  await t.rejects(rows.read(['known'], ['a']), { code: 'unavailable' })
  await t.rejects(rows.read(['known'], ['a']), { code: 'unavailable' }, 'immediately, because there is no connection')
  await again(rows)
  t.same(await rows.read(['known'], ['a']), [['value']])
})

t.test('when Redis closes the connection, pending reads reject, and later reads work', async t => {
  const reads = Array.from({ length: 20 }, () => rows.read(['known'], ['a']).then(read => read, (error: unknown) => error))
  await server.client.call('CLIENT', 'KILL', 'TYPE', 'normal')
  for (const read of await Promise.all(reads)) t.ok(Array.isArray(read) || (read as { code?: string }).code === 'unavailable')
  await again(rows)
  t.same(await rows.read(['known'], ['a']), [['value']])
})

t.test('when commands reconnect, rows use a new connection, too', async t => {
  await until('commands are back', async () => redis.commands.status === 'ready')
  const before = await rowConnections()
  const lost = once(redis.commands, 'close');
  (redis.commands as Redis).disconnect(true)
  await lost
  await t.rejects(rows.read(['known'], ['a']), { code: 'unavailable' })
  await again(rows)
  t.notOk((await rowConnections()).some(id => before.includes(id)))
})

/** Returns the ids of connections whose last command was HMGET. */
async function rowConnections (): Promise<string[]> {
  const list = await server.client.client('LIST') as string
  return list.split('\n').filter(line => line.includes('cmd=hmget')).map(line => /^id=(\d+)/.exec(line)![1]!)
}

/** A proxy before Redis: it passes everything on until `answer` is set, and then replies with `answer`. */
async function startBetween (t: Test): Promise<{ path: string, answer: string | undefined }> {
  const between = { path: `${server.url}.${process.pid}`, answer: undefined as string | undefined }
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const behind = new Redis(server.url, { lazyConnect: true })
    behind.once('ready', () => {
      const socket = behind.stream
      socket.removeAllListeners('data')
      socket.on('data', (data: Buffer) => { if (between.answer === undefined) client.write(data) })
      client.on('data', data => { if (between.answer === undefined) socket.write(data); else client.write(between.answer) })
    })
    behind.connect().catch(() => client.destroy())
    sockets.add(client)
    client.on('error', () => {}).on('close', () => { behind.disconnect() })
  }).listen(between.path)
  await once(proxy, 'listening')
  t.teardown(() => { for (const socket of sockets) socket.destroy(); proxy.close() })
  return between
}

t.test('malformed or partial replies close the connection, and do not affect the next read', async t => {
  const between = await startBetween(t)
  const opened = await openRedis({ kind: 'single', url: between.path }, () => {})
  const rows = rowsOf(opened.commands)
  t.teardown(async () => { rows.close(); await opened.close() })
  await rows.ready(5000)
  const wrong = '$5\r\nwrong\r\n'
  const row = `*1\r\n${wrong}`
  const hostile = ['garbage', `${row}*1\r\n`, `*2\r\n${wrong}${wrong}`, '*1\r\n$5\r\nwrongXX', '*1\r\n$5\r\nwro']
  for (const answer of hostile) {
    await again(rows)
    between.answer = answer
    const read = await rows.read(['known', 'known'], ['a']).catch((error: unknown) => error)
    t.match(read, { code: 'unavailable' }, JSON.stringify(answer))
    between.answer = undefined
    await again(rows)
    t.same(await rows.read(['known'], ['a']), [['value']])
  }
  between.answer = '-LOADING Redis is loading the dataset in memory\r\n'
  await t.rejects(rows.read(['known'], ['a']), { code: 'unavailable' })
})
