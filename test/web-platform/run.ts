// Runs the tests of fetch, XMLHttpRequest, EventSource and WebSocket from a checkout of web-platform-tests in Chromium: without the
// recorder, with it, and with rules that match nothing. The results must not differ. Run: npm run check:web-platform -- <folder> [word ...]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { chromium, errors, type BrowserContext } from 'playwright-core'
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.js'
import { PageRules } from '../../src/playwright/page-rules.js'
import type { GivenRule } from '../../src/schema/rule.js'
import { newSession } from '../support/client.js'
import { scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { platformTests, type PlatformTest } from './pages.js'
import { HOST, startPlatformServer } from './server.js'

const AT_ONCE = 6
/** A result counts as different if it differs in all of these runs: some tests depend on time. */
const RUNS = 3

// One of each action, and one that looks at bodies. No test has these addresses.
const RULES: GivenRule[] = [
  { name: 'answer', match: 'path:=/no-test-has-this', action: { type: 'respond', status: 503 } },
  { name: 'body', match: 'method:POST path:=/no-test-has-this request:nothing', action: { type: 'respond', status: 503 } },
  { name: 'change', match: 'host:=no-test.example', action: { type: 'change', response: { status: 418 } } },
  { name: 'wait', match: 'host:=no-test.example', action: { type: 'delay', ms: 100 } },
  { name: 'fail', match: 'host:=no-test.example', action: { type: 'fail', how: 'network' } }
]

/** Of testharness.js, by their numbers. */
const STATUSES = ['pass', 'fail', 'timeout', 'not run', 'precondition failed']

type Results = Map<string, string>
type Prepare = (context: BrowserContext) => Promise<void>

const [, , folder = '', ...words] = process.argv
t.setTimeout(3_600_000)
if (!existsSync(join(folder, 'resources/testharness.js'))) stop('Name the folder of a checkout of web-platform-tests')
const tests = await platformTests(folder, words)
if (tests.length === 0) stop(`No test has ${words.join(' or ')} in its path`)
const server = await startPlatformServer(t, folder)
const replica = await startReplica(t, await startRedis(t))
const script = await (await fetch(`${replica.url}/earshot-whole.js`)).text()
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...CHROMIUM_ARGS, '--ignore-certificate-errors', `--host-resolver-rules=MAP nonexistent.* ~NOTFOUND,MAP *.${HOST} 127.0.0.1,` +
    `MAP ${HOST} 127.0.0.1,MAP not-${HOST} 127.0.0.1,MAP *.not-${HOST} 127.0.0.1`]
})
t.teardown(() => browser.close())

const asUsual: Prepare = async () => {}

// A session for each page: several writes of rules at once refuse each other.
const records = (session = newSession()): Prepare => async context => {
  await context.addInitScript({ content: `${script}\n;window.Earshot.start(${JSON.stringify({ url: replica.url, session })})` })
}
const applies = (rules: GivenRule[]): Prepare => async context => {
  const session = newSession()
  await records(session)(context)
  await new PageRules(context, { url: replica.url, session, token: undefined }).set(rules)
}
const recorded = async () => (await scrape(replica)).samples['earshot_pushes_total{outcome="created"}'] ?? 0

await t.test('a rule that matches makes a difference', async t => {
  const [control] = await platformTests(folder, ['fetch/api/basic/accept-header'])
  if (!control) throw new Error(`${folder} has no test fetch/api/basic/accept-header`)
  const fails = applies([{ name: 'control', match: '', action: { type: 'fail', how: 'network' } }])
  t.notSame(shown(await runOne(control, fails)), shown(await runOne(control, asUsual)))
})

const without = new Map<string, Results>()
await t.test('without the recorder', async t => {
  for (const [path, results] of await runAll(tests, asUsual)) without.set(path, results)
  t.pass(`${tests.length} pages have ${[...without.values()].reduce((sum, { size }) => sum + size, 0)} results`)
})

for (const [name, prepare] of [['with the recorder', records()], ['with rules that match nothing', applies(RULES)]] as const) {
  await t.test(name, async t => {
    const expected = new Map([...without].map(([path, results]) => [path, [results]]))
    const before = await recorded()
    let differing = tests
    let last = new Map<string, Results>()
    for (let run = 0; run < RUNS && differing.length > 0; run++) {
      // Without the recorder, these tests may have other results, too.
      if (run > 0) for (const [path, results] of await runAll(differing, asUsual)) expected.get(path)?.push(results)
      last = await runAll(differing, prepare)
      differing = differing.filter(({ path }) => !isAmong(last.get(path), expected.get(path)))
    }
    for (const { path } of differing) t.same(shown(last.get(path)), shown(expected.get(path)?.at(-1)), path)
    t.ok(await recorded() > before, 'requests were recorded')
    t.equal(differing.length, 0, `${tests.length - differing.length} pages have the same results`)
  })
}

/** Each result, of all runs without the recorder, is accepted. */
function isAmong (results: Results = new Map(), runs: Results[] = []): boolean {
  const names = new Set(runs.flatMap(run => [...run.keys()]))
  return [...results].every(([name, result]) => runs.some(run => run.get(name) === result)) &&
    [...names].every(name => results.has(name) || runs.some(run => !run.has(name)))
}

function shown (results: Results = new Map()): string[] {
  return [...results].map(([name, result]) => `${result}: ${name}`).sort()
}

async function runAll (pages: readonly PlatformTest[], prepare: Prepare): Promise<Map<string, Results>> {
  const all = new Map<string, Results>()
  const queue = [...pages]
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) all.set(next.path, await runOne(next, prepare))
  }))
  return all
}

/** A context of its own for each page, so that no cookie or cache of another test is there. */
async function runOne ({ path, isSecure, timeoutMs }: PlatformTest, prepare: Prepare): Promise<Results> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  try {
    await prepare(context)
    const page = await context.newPage()
    await page.goto((isSecure ? server.https : server.http) + path, { waitUntil: 'commit' })
    const found = page.locator('#__testharness__results__')
    await found.waitFor({ state: 'attached', timeout: timeoutMs })
    const { tests: results } = JSON.parse(await found.textContent() ?? '') as { tests: { name: string, status: number }[] }
    return new Map(results.map(({ name, status }) => [name, STATUSES[status] ?? String(status)]))
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    return new Map([['the page', 'no results in time']])
  } finally {
    await context.close()
  }
}

function stop (sentence: string): never {
  console.error(`check:web-platform: ${sentence}`)
  process.exit(2)
}
