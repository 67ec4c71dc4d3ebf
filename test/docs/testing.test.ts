// Runs the snippets of docs/testing.md unchanged with the real test runners. The snippets test the page of a shop, and a program that sends
// orders, with a real service.
import t from 'tap'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.js'
import { ROOT } from '../cli/earshot.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { readSavedFile } from '../support/saved-file.js'
import { freePorts } from '../support/server.js'

const run = promisify(execFile)
const text = await readFile(join(ROOT, 'docs/testing.md'), 'utf8')
const [playwright, fixture, rules, , tap, nodeTest] = [...text.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code!)
const [pipeline] = [...text.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, code]) => code!)
const [shell] = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, code]) => code!)

/** What the shop does, and says. */
const ORDER = `
  if (location.pathname === '/first-page') window.first = fetch('/first').then(async reply => reply.status + await reply.text(), () => {})
  const say = text => { document.querySelector('p').textContent = text }
  const order = () => fetch('/orders', { method: 'POST', body: JSON.stringify({ item: 7 }) })
    .then(reply => say(reply.ok ? 'Ordered' : 'Not ordered: ' + reply.status), error => say('Not ordered: ' + error.message))`

const FIXTURE_SPEC = `${fixture!.replace('process.env.SHOP_URL', "process.env.SHOP_URL + '/plain'")}
  test('it fails', async ({ page }) => {
    await page.goto(process.env.SHOP_URL + '/plain')
    await page.getByRole('button', { name: 'Order' }).click()
    expect(await page.title()).toBe('Paid')
  })
  test('it fails in a page that hangs', async ({ page }) => {
    await page.goto(process.env.SHOP_URL + '/plain')
    await page.getByRole('button', { name: 'Order' }).click()
    // A synchronous request that is never answered: the page hangs without using the CPU.
    await page.evaluate(() => { setTimeout(() => { const hangs = new XMLHttpRequest(); hangs.open('GET', '/never', false); hangs.send() }) })
    expect(1).toBe(2)
  })
  test('a filter with a mistake', async ({ earshot }) => {
    expect(() => earshot.waitFor('staus:500')).toThrow('Check the filter: there is no key "staus". Did you mean "status:"?')
    expect(() => earshot.waitFor('message:x')).toThrow('waitFor does not accept "message:" in a filter')
  })`

const RULES_SPEC = `${rules!.replace('process.env.SHOP_URL', "process.env.SHOP_URL + '/plain'")}
  const first = page => page.evaluate(() => window.first)
  test('the first request of the first page, and of each later one', async ({ page, context, earshot }) => {
    await earshot.rules([{ name: 'a', match: 'path:/other', action: { type: 'pass' } }])
    await earshot.answer('path:=/first', { status: 202, body: 'one', headers: { 'X-A': 'b' } })
    await earshot.answer('path:=/first', { body: 'two' }, { times: 1 })
    await page.goto(process.env.SHOP_URL + '/first-page')
    expect(await first(page)).toBe('200two')
    await page.reload()
    expect(await first(page)).toBe('202one')
    const other = await context.newPage()
    await other.goto(process.env.SHOP_URL + '/first-page')
    expect(await first(other)).toBe('200two')
  })
  test('a page that is open takes rules, and they end', async ({ page, earshot }) => {
    await page.goto(process.env.SHOP_URL + '/plain')
    const status = () => page.evaluate(() => fetch('/orders', { method: 'POST', body: '{}' }).then(reply => reply.status, error => error.name))
    expect(await status()).toBe(201)
    await earshot.answer('path:/orders', { status: 418 })
    expect(await status()).toBe(418)
    await earshot.fail('path:/orders')
    expect(await status()).toBe('TypeError')
    await earshot.rules([])
    expect(await status()).toBe(201)
  })
  test('a later rule does not restart the count of an earlier one', async ({ page, earshot }) => {
    await page.goto(process.env.SHOP_URL + '/plain')
    const status = () => page.evaluate(() => fetch('/orders', { method: 'POST', body: '{}' }).then(reply => reply.status))
    await earshot.answer('path:/orders', { status: 418 }, { times: 1 })
    expect(await status()).toBe(418)
    expect(await status()).toBe(201)
    await earshot.fail('path:/other', 'abort', { chance: 50 })
    expect(await status()).toBe(201)
    await page.reload()
    expect(await status()).toBe(201)
  })
  test('a filter that asks for the response', async ({ earshot }) => {
    await expect(earshot.fail('status:500')).rejects.toThrow('"status" is not known when a request starts')
  })`

const TOKENS_SPEC = `import { expect, test } from 'earshot/playwright'
  test('rules, and what the page knows', async ({ page, earshot }) => {
    const asked = []
    page.on('request', request => { asked.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? '')) })
    // A large body is there from the first request on: the page need not fetch it.
    await page.route('**/capture/rules/*/body?*', () => {})
    await earshot.answer('path:/orders', { status: 418, body: 'x'.repeat(5000) })
    await page.goto(process.env.SHOP_URL + '/plain')
    expect(await page.evaluate(() => fetch('/orders').then(reply => reply.text()))).toHaveLength(5000)
    await earshot.waitFor('path:/orders status:418')
    const known = await page.evaluate(() => JSON.stringify([globalThis[Symbol.for('earshot')].running.options, { ...sessionStorage }]))
    expect(known).toContain('pushes')
    expect(known + asked.join()).not.toContain('writes-rules')
    expect(asked.join()).toContain('token=pushes')
  })`

const replica = await startReplica(t, await startRedis(t))
const shop = createServer((request, reply) => {
  request.resume().on('end', () => {
    if (request.url === '/never') return
    if (request.method === 'POST') reply.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}')
    else {
      const script = ['/plain', '/first-page'].includes(request.url ?? '') ? '' : `<script src="${replica.url}/earshot.js"></script>`
      reply.writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html>${script}<button onclick="order()">Order</button><p role="status"></p><script>${ORDER}</script>`)
    }
  })
}).listen(0, '127.0.0.1')
await once(shop, 'listening')
t.teardown(() => { shop.closeAllConnections(); shop.close() })

const folder = t.testdir()
const { NODE_OPTIONS, TAP_CHILD_ID, TAP, NODE_V8_COVERAGE, ...outer } = process.env
const env = { ...outer, EARSHOT_URL: replica.url, SHOP_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}` }
const inFolder = async (command: string, ...args: string[]) =>
  await run(command, args, { cwd: folder, env }).catch((error: unknown) => error as { stdout: string, stderr: string, code: number })
await install()

t.test('the snippets for tap and node:test pass', async t => {
  await writeFile(join(folder, 'order.test.mjs'), tap!)
  t.match(await inFolder(process.execPath, 'order.test.mjs'), { stdout: /^# \{ total: 2, pass: 2 \}|^ok 1 - an order is sent once/m })
  await writeFile(join(folder, 'program.test.mjs'), nodeTest!)
  t.match(await inFolder(process.execPath, '--test', 'program.test.mjs'), { stdout: /^# pass 1\n# fail 0$|^ℹ pass 1\nℹ fail 0$/m })
})

const playwrightCli = join(ROOT, 'node_modules/@playwright/test/cli.js')

// One run for all of them, because it takes seconds to start the runner and the browser.
t.test('the snippets for Playwright', async t => {
  const guarded = await startReplica(t, await startRedis(t), { PUSH_TOKENS: 'pushes', RULE_TOKENS: 'writes-rules', VIEW_TOKENS: 'views', RULES: 'on' })
  const specs: Record<string, string> = { order: playwright!, fixture: FIXTURE_SPEC, rules: RULES_SPEC, tokens: TOKENS_SPEC }
  for (const [name, spec] of Object.entries(specs)) await writeFile(join(folder, `${name}.spec.mjs`), spec)
  await configure([
    { name: 'open', testMatch: '*.spec.mjs', testIgnore: 'tokens.spec.mjs' },
    { name: 'guarded', testMatch: 'tokens.spec.mjs', use: { earshotUrl: guarded.url, earshotToken: 'writes-rules', earshotPushToken: 'pushes' } }
  ])
  const { stdout } = await inFolder('env', 'PLAYWRIGHT_JSON_OUTPUT_NAME=report.json', process.execPath, playwrightCli, 'test', '--reporter=json')
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report
  const resultsOf = (name: string) => {
    const { specs } = report.suites.find(({ file }) => file === `${name}.spec.mjs`)!
    return Object.fromEntries(specs.map(({ title, tests }) => [title, tests[0]!.results[0]!]))
  }
  const statusesOf = (name: string) => Object.values(resultsOf(name)).map(({ status }) => status)

  await t.test('the snippet for Playwright passes', async t => {
    t.same(statusesOf('order'), ['passed'], stdout)
  })

  await t.test('the Playwright fixture records pages without a recorder, and attaches the session to failed tests', async t => {
    const results = resultsOf('fixture')
    t.same(Object.entries(results).map(([title, { status }]) => [title, status]),
      [['an order is sent once', 'passed'], ['it fails', 'failed'], ['it fails in a page that hangs', 'failed'], ['a filter with a mistake', 'passed']], stdout)
    const [attached] = results['it fails']!.attachments.filter(({ name }) => name.startsWith('earshot-'))
    t.match(attached, { name: /^earshot-t[0-9a-f]{14}\.html$/, contentType: 'text/html' })
    const file = await readFile(attached!.path ?? '', 'utf8').catch(() => Buffer.from(attached!.body!, 'base64').toString())
    t.ok(readSavedFile(file).entries.some(({ method, api }) => method === 'POST' && api.endsWith('/orders')), 'has the request')
    t.notOk(results['an order is sent once']!.attachments.some(({ name }) => name.startsWith('earshot-')))
    t.match(results['an order is sent once']!.annotations[0], { type: 'earshot', description: `${replica.url}/?sessionId=t` })
  })

  await t.test('the Playwright fixture answers and fails requests, from the first one of a page on', async t => {
    t.same(statusesOf('rules'), Array.from({ length: 5 }, () => 'passed'), stdout)
  })

  await t.test('the Playwright fixture gives pages the token that pushes, and keeps the one that writes rules', async t => {
    t.same(statusesOf('tokens'), ['passed'], stdout)
  })
})

t.test('the Playwright fixture without a service fails with an error that says what to do', async t => {
  await configure()
  await writeFile(join(folder, 'fixture.spec.mjs'), fixture!)
  const { stdout } = await inFolder('env', 'EARSHOT_URL=http://127.0.0.1:9', process.execPath, playwrightCli, 'test', 'fixture.spec.mjs')
  t.match(stdout, 'Earshot does not answer at http://127.0.0.1:9: start the service (npx earshot), or set the URL of Earshot')
})

t.test('the snippet for the shell works', async t => {
  t.match(await inFolder('sh', '-euc', shell!), { stdout: /POST +201 .*\/orders/ })
})

t.test('the steps of the pipeline save the session as one file when a run fails', async t => {
  const { jobs: { test: { env: { SESSION }, steps } } } = parse(pipeline!) as Pipeline
  const [port] = await freePorts(1)
  const commands = steps.flatMap(({ run = 'true' }) => run === 'npm ci' ? [] : [run.replace('3000', String(port))])
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "scripts": { "test": "node order.js && exit 1" } }')
  const redis = await startRedis(t)
  // The service of a pipeline ends with its machine. Here, the process group is killed, because npx does not pass on signals.
  const script = `${commands.join('\n')}\nstatus=$?\ntrap '' TERM\nkill -- -$$\nexit $status`
  const ran = await inFolder('env', `SESSION=${SESSION}`, `PORT=${port}`, `REDIS_URL=${redis.url}`, `EARSHOT_URL=http://127.0.0.1:${port}`,
    'setsid', '--wait', 'bash', '-c', script)
  t.match(ran.stderr, /\n1 request, 0 errors: .*sessionId=pipeline-000001/)
  t.same(readSavedFile(await readFile(join(folder, 'earshot.html'), 'utf8')).entries.map(({ method }) => method), ['POST'])
})

interface Pipeline { jobs: { test: { env: { SESSION: string }, steps: { run?: string }[] } } }

interface Report {
  suites: { file: string, specs: { title: string, tests: { results: Result[] }[] }[] }[]
}
interface Result {
  status: string
  attachments: { name: string, contentType: string, path?: string, body?: string }[]
  annotations: { type: string, description: string }[]
}

/** `projects`: the files and the options of the fixture that belong together. */
async function configure (projects: object[] = [{}]): Promise<void> {
  const use = { launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS } }
  await writeFile(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify({ use, projects, workers: 1, reporter: 'line' })}`)
}

/** Links the package in this checkout under its name, and the packages that the snippets import. */
async function install (): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  for (const [name, target] of [
    ['earshot', ROOT], ...['tap', 'ws', '@playwright/test'].map(name => [name, join(ROOT, 'node_modules', name)])
  ] as [string, string][]) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(target, join(modules, name))
  }
  await symlink(join(ROOT, 'dist/cli/main.js'), join(modules, '.bin/earshot'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'order.js'), "await fetch(process.env.SHOP_URL + '/orders', { method: 'POST', body: '{\"item\":7}' })")
}
