// The input and output of commands: a command that reads from a terminal says so, and commands work correctly if nobody reads their output.
import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot, said } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

t.test('a command that reads stdin says so on a terminal, and ends with the input', async t => {
  const { NODE_OPTIONS, ...env } = process.env
  for (const [args, code] of [['import', 2], [`push ${newSession()}`, 0], ['mcp', 0], [`rules add ${newSession()} --file -`, 2]] as const) {
    const child = spawn('script', ['-qefc', `exec ${process.execPath} ${BUILT} ${args}`, '/dev/null'],
      { stdio: ['pipe', 'pipe', 'ignore'], env: { ...env, EARSHOT_URL: replica.url } })
    t.teardown(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await said(child.stdout, /Reading from this terminal; Ctrl-D ends the input\.\r\n/)
    child.stdin.write('\x04')
    child.stdout.resume()
    t.same(await ended, [code, null], args)
  }
})

t.test('without a reader of its messages, record still runs the program to its end', async t => {
  const program = 'process.stdin.on("end", () => { process.stdout.write("done"); process.exitCode = 7 }).resume()'
  const child = earshot.spawn(['record', '--', process.execPath, '-e', program])
  child.stderr.destroy()
  child.stdin.end()
  await said(child.stdout, /done/)
  t.same(await once(child, 'exit'), [7, null])
})

t.test('without a reader of its output, diff still exits with 1 if the sides differ', async t => {
  const [a, b] = [newSession(), newSession()]
  for (const [session, api] of [[a, '/a'], [b, '/b']] as const) await pushed(replica, session, { api, timeConsuming: 1 })
  for (const options of [[], ['--json']]) {
    const child = earshot.spawn(['diff', a, b, ...options])
    child.stdout.destroy()
    t.same(await once(child, 'exit'), [1, null])
  }
})
