// Runs each program of places.ts without `earshot record` and with it, against a real service: the exit code and the output must be equal,
// and all requests must be recorded, none of them pending. Run: scripts/check-beside
import t, { type Test } from 'tap'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { list, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT } from '../cli/earshot.js'
import { checkExports } from './exports.js'
import { checkMiniPrograms } from './mini-programs.js'
import { checkPages } from './pages.js'
import { PLACES, type Place } from './places.js'
import { checkReactNative } from './react-native.js'

const [, , installed = '', ...words] = process.argv
t.setTimeout(900_000)
const redis = await startRedis(t)
const { url } = await startReplica(t, redis)
const server = createServer((_request, response) => response.end('answer')).listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => { server.close(); server.closeAllConnections() })
const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

for (const place of PLACES.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))) {
  await t.test(place.name, async t => {
    const cwd = await placed(t, place)
    const command = await programOf(place.command)
    const session = newSession()
    const without = await run(command, cwd)
    const withIt = await run([process.execPath, BUILT, 'record', '--url', url, '--session', session, '--', ...command], cwd)
    t.equal(without.code, 0, without.stderr)
    t.same([withIt.code, comparable(withIt.stdout)], [without.code, comparable(without.stdout)], 'same code and output')
    const messages = /^(?:Recording:|\d+ requests?,|No requests were recorded\.).*\n/gm
    t.equal(comparable(withIt.stderr.replace(messages, '')), comparable(without.stderr))
    // Ignores the requests that SDKs send to their own services.
    const entries = (await list({ url }, session)).filter(entry => entry.api.startsWith(api) || entry.api.startsWith('http://shop.test/'))
    t.same(entries.map(({ method, api, responseHeader, via }) =>
      [method, new URL(api).pathname, responseHeader.split(' ')[1]?.trim(), via].filter(Boolean).join(' ')).sort(), place.recorded)
    t.ok(entries.every(({ timeConsuming }) => timeConsuming > 0), 'nothing is pending')
    if (place.recorded.length === 0) t.match(withIt.stderr, /No requests were recorded\. The program sent none, or it is not a Node/)
  })
}

// Subtests, because `t` ends in the first pause without one, such as the start of a browser.
await t.test('exported handlers', t => checkExports(t, installed, words))
await t.test('mini-programs', t => checkMiniPrograms(t, installed, words, url))
await t.test('pages', t => checkPages(t, installed, words, url))
await t.test('React Native', t => checkReactNative(t, installed, words, url))

/** Creates a folder in which the program finds the packages. It is not below node_modules, because some tools compile nothing there. */
async function placed (t: Test, { files }: Place): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'place-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function programOf ([name = '', ...args]: string[]): Promise<string[]> {
  if (name === 'node') return [process.execPath, ...args]
  if (name === 'sh') return [name, ...args]
  // Bun and Deno have their binaries in a package for each platform.
  const native = { bun: ['@oven', 'bin/bun'], deno: ['@deno', 'deno'] }[name]
  if (!native) return [process.execPath, binOf(name), ...args]
  const [scope = '', path = ''] = native
  const packages = await readdir(join(installed, 'node_modules', scope))
  return [join(installed, 'node_modules', scope, packages.sort()[0] ?? '', path), ...args]
}

function binOf (name: string): string {
  return join(installed, 'node_modules/.bin', name)
}

interface Ran { code: number, stdout: string, stderr: string }

async function run ([program = '', ...args]: string[], cwd: string): Promise<Ran> {
  const { NODE_OPTIONS, ...env } = process.env
  const settings = { cwd, env: { ...env, API: api, CI: '1', NO_COLOR: '1' }, timeout: 60_000 }
  return await new Promise(resolve => {
    execFile(program, args, settings, (error, stdout, stderr) => { resolve({ code: Number(error?.code ?? 0), stdout, stderr }) })
  })
}

function comparable (text: string): string {
  return text.replace(/, estimated .*/g, '').replace(/\d+(?:\.\d+)? ?m?s\b/g, 'TIME').replace(/duration_ms:? [\d.]+/g, 'TIME').replace(/\d\d:\d\d:\d\d/g, 'TIME').replace(/place-\w+/g, 'PLACE')
    .replace(/\(node:\d+\)/g, '(node)').replace(/[ \t]+/g, ' ')
}
