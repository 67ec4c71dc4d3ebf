// The files of `earshot export`, and recorded text on a terminal. Runs the build of this checkout against a real service.
import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lstat, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot, said } from './earshot.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

t.test('export overwrites an existing file, or the target of a link, only with --force', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a', timeConsuming: 5 })
  const cwd = t.testdir({ 'mine.json': 'mine', 'target.json': 'target' })
  await symlink('target.json', join(cwd, 'link.json'))
  await symlink('nowhere.json', join(cwd, 'dangling.json'))
  for (const file of ['mine.json', 'link.json', 'dangling.json']) {
    t.same(await earshot.run(['export', session, '-o', file], { cwd }),
      { code: 2, stdout: '', stderr: `earshot: ${file} exists already: --force overwrites it\n` })
  }
  t.same([await readFile(join(cwd, 'mine.json'), 'utf8'), await readFile(join(cwd, 'target.json'), 'utf8')], ['mine', 'target'])
  t.notOk(existsSync(join(cwd, 'nowhere.json')), 'no file was created through a dangling link')
  for (const file of ['mine.json', 'link.json']) {
    t.same(await earshot.run(['export', session, '-o', file, '--force'], { cwd }), { code: 0, stdout: '', stderr: '' })
    t.match(JSON.parse(await readFile(join(cwd, file), 'utf8')), { 0: { api: '/a' } })
  }
  t.ok((await lstat(join(cwd, 'link.json'))).isSymbolicLink())
  t.match(await earshot.run(['export', session, '-o', 'none/a.json'], { cwd }),
    { code: 2, stderr: /^earshot: none\/a\.json cannot be written: its folder does not exist\n$/ })
  t.match(await earshot.run(['export', session, '-o', '.'], { cwd }), { code: 2, stderr: 'earshot: . cannot be written: it is a folder\n' })
  t.match(await earshot.run(['export', session, '-o', '/dev/full', '--force'], { cwd }),
    { code: 2, stderr: /^earshot: \/dev\/full cannot be written: the disk is full\n$/ }, 'a full disk')
})

t.test('a time in a filter is in the zone of the command, not of the service', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/two-hours-ago', timeConsuming: 5, age: 7_200_000 })
  await pushed(replica, session, { api: '/now', timeConsuming: 5 })
  const hourAgo = new Date(Date.now() - 3_600_000).toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo' })
  const { stdout } = await earshot.run(['export', session, '--filter', `after:${hourAgo}`, '--format', 'json'], { env: { TZ: 'Asia/Tokyo' } })
  t.same((JSON.parse(stdout) as { api: string }[]).map(({ api }) => api), ['/now'])
})

t.test('an export that fails midway leaves no file behind', async t => {
  const server = createServer(socket => {
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ncontent-length: 1000\r\n\r\n' +
        '{"id":"1-a","api":"/a","method":"GET","timeConsuming":5,"startTime":1,"responseHeader":"","response":""}\n')
    })
  }).listen(0, '127.0.0.1')
  t.teardown(() => { server.close() })
  await once(server, 'listening')
  const cwd = t.testdir({ 'mine.json': 'mine' })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.match(await earshot.run(['export', newSession(), '-o', 'broken.json', '--url', url], { cwd }), { code: 3, stderr: /could not be read/ })
  t.notOk(existsSync(join(cwd, 'broken.json')))
  t.match(await earshot.run(['export', newSession(), '-o', 'mine.json', '--url', url], { cwd }), { code: 2 })
  t.equal(await readFile(join(cwd, 'mine.json'), 'utf8'), 'mine', 'an existing file stays')
})

t.test('output to a terminal has no control characters, and stays equivalent JSON', async t => {
  const session = newSession()
  const api = '/a\x7f\x9b31m\u202e\u{e0041}\u2800é😀'
  await pushed(replica, session, { api, timeConsuming: 5, response: 'x\ty\x1b[2J' })
  const [entry] = await list(replica, session)
  // eslint-disable-next-line no-control-regex
  const UNSAFE = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\u2800\u{e0041}]/u
  const judged = { ...entry, verdict: 'unknown' }
  const json = await onTerminal(['export', session, '--format', 'json'])
  t.notMatch(json, UNSAFE)
  t.same(JSON.parse(json), [judged])
  const line = await onTerminal(['export', session, '--format', 'ndjson'])
  t.notMatch(line, UNSAFE)
  t.match(line, /é😀/)
  t.same(JSON.parse(line), judged)
  const har = await onTerminal(['export', session])
  t.notMatch(har, UNSAFE)
  t.match(JSON.parse(har), { log: { entries: { 0: { _earshot: { api } } } } })
  t.notMatch(await onTerminal(['export', session, '--format', 'html']), UNSAFE)
  const waited = await onTerminal(['wait', session, '--json'])
  t.notMatch(waited, UNSAFE)
  t.same(JSON.parse(waited), judged)
  const watched = await onTerminal(['watch', session, '--json'], /\}\r\n/)
  t.notMatch(watched, UNSAFE)
  t.same(JSON.parse(watched), { type: 'listed', data: judged })
  const file = join(t.testdir(), 'raw.json')
  await writeFile(file, (await earshot.run(['export', session, '--format', 'ndjson'])).stdout)
  t.match(await readFile(file, 'utf8'), /\u202e/, 'other output is as recorded')
})

/** Returns the output on a terminal, complete or until it matches. */
async function onTerminal (args: string[], pattern?: RegExp): Promise<string> {
  const command = `exec ${process.execPath} ${BUILT} ${args.join(' ')} --url ${replica.url} 2>/dev/null`
  const child = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  if (!pattern) return await text(child.stdout)
  const words = await said(child.stdout, pattern)
  child.stdin.write('\x03')
  await once(child, 'exit')
  return words
}
