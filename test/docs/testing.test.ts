// The snippets of docs/testing.md, as they stand there, by the real runners: against a real service, a shop, and a program that orders.
import t from 'tap'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.js'
import { ROOT } from '../cli/earshot.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const run = promisify(execFile)
const text = await readFile(join(ROOT, 'docs/testing.md'), 'utf8')
const [playwright, tap, nodeTest] = [...text.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code!)
const [shell] = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, code]) => code!)

const replica = await startReplica(t, await startRedis(t))
const shop = createServer((request, reply) => {
  request.resume().on('end', () => {
    if (request.method === 'POST') reply.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}')
    else reply.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><script src="${replica.url}/earshot.js"></script><button onclick="fetch('/orders', { method: 'POST', body: JSON.stringify({ item: 7 }) })">Order</button>`)
  })
}).listen(0, '127.0.0.1')
await once(shop, 'listening')
t.teardown(() => { shop.closeAllConnections(); shop.close() })

const folder = t.testdir()
const { NODE_OPTIONS, TAP_CHILD_ID, TAP, NODE_V8_COVERAGE, ...outer } = process.env
const env = { ...outer, EARSHOT_URL: replica.url, SHOP_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}` }
const inFolder = async (command: string, ...args: string[]) => await run(command, args, { cwd: folder, env }).catch((error: unknown) => error as { stdout: string, stderr: string, code: number })
await install()

t.test('tap and node:test', async t => {
  await writeFile(join(folder, 'order.test.mjs'), tap!)
  t.match(await inFolder(process.execPath, 'order.test.mjs'), { stdout: /^# \{ total: 2, pass: 2 \}|^ok 1 - an order is sent once/m })
  await writeFile(join(folder, 'program.test.mjs'), nodeTest!)
  t.match(await inFolder(process.execPath, '--test', 'program.test.mjs'), { stdout: /^# pass 1\n# fail 0$|^ℹ pass 1\nℹ fail 0$/m })
})

t.test('Playwright', async t => {
  const config = { use: { launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS } }, workers: 1, reporter: 'line' }
  await writeFile(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
  await writeFile(join(folder, 'order.spec.mjs'), playwright!)
  t.match(await inFolder(process.execPath, join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', 'order.spec.mjs'), { stdout: /1 passed/ })
})

t.test('the shell', async t => {
  t.match(await inFolder('sh', '-euc', shell!), { stdout: /POST +201 .*\/orders/ })
})

/** The package of this folder under its name, and what the snippets import. */
async function install (): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  for (const [name, target] of [['earshot', ROOT], ...['tap', 'ws', '@playwright/test'].map(name => [name, join(ROOT, 'node_modules', name)])] as [string, string][]) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(target, join(modules, name))
  }
  await symlink(join(ROOT, 'dist/cli/main.js'), join(modules, '.bin/earshot'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'order.js'), "await fetch(process.env.SHOP_URL + '/orders', { method: 'POST', body: '{\"item\":7}' })")
}
