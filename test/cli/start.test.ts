// earshot on a terminal: the output for a person who starts the service. test/cli/installed.test.ts tests it without a terminal.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { addressesOf } from '../../src/http/addresses.js'
import { temporaryFolder } from '../support/redis.js'
import { BUILT } from './earshot.js'

t.test('prints the URL to open, the URL for phones, and readable log lines', async t => {
  const screen = await onTerminal(t, { HOST: '0.0.0.0' }, /Open it: [^]*\n\n/)
  t.match(screen, /^Starting the service\. For all commands: earshot --help\n/)
  t.match(screen, /\n\[\d\d:\d\d:\d\d\] INFO: Earshot is ready: http/)
  t.match(screen, /\n {2}Earshot is ready\.\n\n {2}Open it: +http:\/\/127\.0\.0\.1:\d+\/\n/)
  // The same as in the page; a machine may have none.
  const [own] = addressesOf({ address: '0.0.0.0', family: 'IPv4', port: 1 }, networkInterfaces())
  if (own) t.match(screen, `\n  From a phone: ${own.replace(/1$/, '')}`)
  else t.notMatch(screen, /From a phone/)
  t.notMatch(screen, /\{"level"|Usage:/)
})

t.test('if it listens on loopback only, it prints how to accept other devices', async t => {
  t.match(await onTerminal(t, {}, /phone: .*\n/), /\n {2}From a phone: start Earshot with HOST=0\.0\.0\.0\n/)
})

/** Returns the contents of the terminal once they match. */
async function onTerminal (t: Test, env: Record<string, string>, pattern: RegExp): Promise<string> {
  const { NODE_OPTIONS, ...outer } = process.env
  const child = spawn('script', ['-qefc', `exec ${process.execPath} ${BUILT}`, '/dev/null'],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...outer, ...env, PORT: '0', DATA_DIR: await temporaryFolder(t) } })
  t.teardown(async () => {
    const ended = new Promise(resolve => child.once('close', resolve))
    child.stdin.write('\x03')
    await ended
  })
  let screen = ''
  for await (const data of child.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    screen = stripVTControlCharacters(screen + data.toString()).replaceAll('\r\n', '\n')
    if (pattern.test(screen)) return screen
  }
  throw new Error(`It ended before: ${screen}`)
}
