// The code that started a request, in the details: as it was recorded, and resolved by source maps that the viewer's browser loads.
import t, { type Test } from 'tap'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { list, newSession, pushed } from '../../support/client.js'
import { sampled } from '../../support/runs.js'
import { until } from '../../support/until.js'
import { axe } from '../support/axe.js'
import { clipboard, openEntry, WITH_CLIPBOARD } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { button } from '../support/parts.js'
import { builtApp, OPEN, serveFiles, type Served } from './files.js'

const house = await startHouse(t)
const { replica, browser } = house
const calls = (page: Page) => page.getByRole('list', { name: 'Initiator' }).getByRole('listitem')
const faults = (page: Page) => page.getByRole('list', { name: 'What could not be resolved' }).getByRole('listitem')
const resolve = (page: Page) => button(page, 'Resolve with source maps').click()
const FOREIGN = [/^asked for /]

/** Opens an entry whose initiator is these places in files of an app, at the overview. */
async function open (t: Test, initiator: unknown, options: OpenOptions = {}): Promise<Page> {
  const page = await openEntry(t, house, { initiator }, 'overview', { ...options, expected: [...FOREIGN, ...options.expected ?? []] })
  await calls(page).first().waitFor()
  return page
}

/** Where a text is in a script. */
function placeIn (script: string, text: string): { line: number, column: number } {
  const before = script.slice(0, script.indexOf(text)).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}

for (const sourcemap of ['linked', 'inline'] as const) {
  t.test(`what the recorder found in a minified app is resolved to functions, files and lines (${sourcemap} map)`, async t => {
    const { script, map } = await builtApp(t, { sourcemap })
    const session = newSession()
    const app = await serveFiles(t, {
      '/': {
        body: `<!doctype html><title>a</title><script src="${replica.url}/earshot.js" data-session="${session}" data-initiator></script>
          <script src="/dist/app.js?v=1"></script>`,
        headers: { 'content-type': 'text/html', 'set-cookie': 'a=1; path=/' }
      },
      '/dist/app.js': { body: script, headers: { ...OPEN, 'content-type': 'text/javascript' } },
      '/dist/app.js.map': { body: map }
    })
    const visit = await browser.newPage()
    t.teardown(() => visit.close())
    await visit.goto(`${app.url}/`)
    await until('the initiator arrived', async () => (await list(replica, session))[0]?.initiator !== undefined)
    app.asked.length = 0
    const [entry] = await list(replica, session)
    const page = await openPage(t, browser, pageUrl(replica, session, `#e=${entry!.id}&t=overview`), { ...WITH_CLIPBOARD, expected: FOREIGN })
    await calls(page).first().waitFor()
    t.match(await calls(page).first().textContent(), /app\.js:1:\d+$/)
    t.same(app.asked, [], 'nothing is loaded before the person asks for it')
    t.match(await page.locator('.calls-hosts').textContent(), new URL(app.url).host)
    await resolve(page)
    await calls(page).getByText('src/orders.ts:5:16').waitFor()
    t.same(await calls(page).locator('.call-line').allTextContents(), [
      'loadOrdersrc/orders.ts:5:16', 'Client.opensrc/orders.ts:11:11', '(anonymous)src/main.ts:4:55',
      '(anonymous)node_modules/lib/index.js:1:89library', '(anonymous)src/main.ts:5:1', '(anonymous)src/main.ts:5:7'
    ])
    t.equal(await calls(page).first().locator('code').textContent(), 'return await fetch(address)')
    t.same(await axe(page), [])
    await button(page, 'Copy the call stack').click()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('    at '))
    t.match(await clipboard(page), /^ {4}at loadOrder \(src\/orders\.ts:5:16\)\n {4}at Client\.open \(src\/orders\.ts:11:11\)\n/)
    const files = app.asked.filter(({ path }) => path !== '/favicon.ico')
    t.same(files.map(({ path }) => path), sourcemap === 'inline' ? ['/dist/app.js?v=1'] : ['/dist/app.js?v=1', '/dist/app.js.map'])
    for (const { cookie, referer, origin } of files) t.same([cookie, referer, origin], [undefined, undefined, 'null'])
  })
}

type Case = [title: string, files: Record<string, Served | undefined>, sentence: RegExp, expected?: RegExp]
const MAP = (fields: object) => ({ body: JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA', ...fields }) })
const NAMES = (address: string): Served => ({ body: `a()\n//# sourceMappingURL=${address}` })
const CASES: Case[] = [
  ['a missing script', {}, /^app\.js was not loaded: the server answered 404\.$/, /404/],
  ['a script without CORS', { '/app.js': { body: 'a()', headers: {} } }, /^app\.js was not loaded: .*Access-Control-Allow-Origin/, /CORS|ERR_FAILED/],
  ['a script that names no map', { '/app.js': { body: 'a()' } }, /^app\.js names no source map\.$/],
  ['a missing map', { '/app.js': NAMES('app.js.map') }, /^app\.js\.map was not loaded: the server answered 404\.$/, /404/],
  ['a map without CORS', { '/app.js': NAMES('app.js.map'), '/app.js.map': { ...MAP({}), headers: {} } },
    /^app\.js\.map was not loaded: .*Access-Control-Allow-Origin/, /CORS|ERR_FAILED/],
  ['a page instead of a map', { '/app.js': NAMES('app.js.map'), '/app.js.map': { body: '<!doctype html>' } },
    /^app\.js\.map contains no valid source map/],
  ['a broken map', { '/app.js': NAMES('app.js.map'), '/app.js.map': MAP({ mappings: 7 }) }, /^app\.js\.map contains no valid source map/],
  ['a map of too many lines', { '/app.js': NAMES('app.js.map'), '/app.js.map': MAP({ mappings: ';'.repeat(5_000_000) }) }, /^The source map of app\.js\.map has more than/],
  ['a broken map within the script', { '/app.js': NAMES('data:application/json;base64,e30=') }, /^app\.js contains no valid source map/],
  ['a map of another version', { '/app.js': NAMES('app.js.map'), '/app.js.map': MAP({ mappings: ';;;;;AAAA' }) }, /^app\.js\.map has no mapping/],
  ['a map that only files can have', { '/app.js': NAMES('file:///etc/passwd') }, /^app\.js names a source map at an address/],
  ['a map larger than 20 MiB', { '/app.js': NAMES('app.js.map'), '/app.js.map': { body: Buffer.alloc(20 * 1024 * 1024 + 1, 32) } },
    /^app\.js\.map is larger than 20 MiB\.$/]
]

for (const [title, files, sentence, expected] of sampled(CASES, 3)) {
  t.test(`what cannot be loaded or read is said in one sentence: ${title}`, async t => {
    const app = await serveFiles(t, files)
    const page = await open(t, [{ url: `${app.url}/app.js`, line: 1, column: 1 }], { expected: expected ? [expected] : [] })
    await resolve(page)
    await faults(page).first().waitFor()
    t.equal(await faults(page).count(), 1, title)
    t.match((await faults(page).textContent())?.trim(), sentence, title)
    t.match(await calls(page).first().textContent(), 'app.js:1:1', title)
    if (title === 'a missing script') t.same(await axe(page), [])
  })
}

t.test('several scripts are resolved, one fault does not stop the others, and a header names a map', async t => {
  const { script, map } = await builtApp(t, { sourcemap: 'external' })
  const app = await serveFiles(t, {
    '/a/app.js': { body: script, headers: { ...OPEN, sourcemap: '/maps/app.js.map', 'access-control-expose-headers': 'SourceMap' } },
    '/maps/app.js.map': { body: `)]}'\n${map}` }
  })
  const page = await open(t, [
    { function: 'gone', url: `${app.url}/gone.js`, line: 1, column: 1 },
    { function: 'e', url: `${app.url}/a/app.js`, ...placeIn(script, 'fetch(') },
    { url: 'file:///app/server.js', line: 3, column: 4 }
  ], { expected: [/404/] })
  await resolve(page)
  await calls(page).getByText('src/orders.ts:5:16').waitFor()
  await faults(page).getByText('gone.js was not loaded').waitFor()
  t.same(await calls(page).locator('.call-line').allTextContents(), ['gonegone.js:1:1', 'loadOrdersrc/orders.ts:5:16', '(anonymous)server.js:3:4'])
})

t.test('a map on another host is loaded only if the person allows it', async t => {
  const { script, map } = await builtApp(t, { sourcemap: 'external' })
  const maps = await serveFiles(t, { '/app.js.map': { body: map } })
  const app = await serveFiles(t, { '/app.js': { body: `${script}//# sourceMappingURL=${maps.url}/app.js.map\n` } })
  const page = await open(t, [{ url: `${app.url}/app.js`, ...placeIn(script, 'fetch(') }])
  await resolve(page)
  await faults(page).getByText('is on another host').waitFor()
  t.same(maps.asked, [])
  t.same(await axe(page), [])
  await button(page, `Load it from ${new URL(maps.url).host}`).click()
  await calls(page).getByText('src/orders.ts:5:16').waitFor()
  t.equal(await faults(page).count(), 0)
})

t.test('calls that no browser can load are only shown', async t => {
  const page = await open(t, [{ function: 'main', url: '/srv/app/main.js', line: 3, column: 4 }, { url: 'node:fs', line: 1, column: 1 }])
  t.same(await calls(page).allTextContents(), ['mainmain.js:3:4', '(anonymous)node:fs:1:1'])
  t.equal(await button(page, 'Resolve with source maps').count(), 0)
})

t.test('on a phone, in Chinese, all of it is within the screen', async t => {
  const { script, map } = await builtApp(t, { sourcemap: 'linked' })
  const app = await serveFiles(t, { '/app.js': { body: script }, '/app.js.map': { body: map } })
  const initiator = [{ url: `${app.url}/app.js`, ...placeIn(script, 'fetch(') }, { url: `${app.url}/gone.js`, line: 1, column: 1 }]
  const options = { viewport: NARROW, hasTouch: true, locale: 'zh-CN', expected: [...FOREIGN, /404/] }
  const session = newSession()
  const id = await pushed(replica, session, { api: 'https://shop.example/api', timeConsuming: 12, initiator })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}&t=overview`), options)
  await page.getByRole('button', { name: '用 source map 还原' }).click()
  await page.getByText('未能加载 gone.js：服务器返回 404。').waitFor()
  await page.getByText('loadOrder').waitFor()
  t.ok(await page.locator('.overview').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
  t.same(await axe(page), [])
})

t.test('a saved page shows the calls, and neither contains nor offers what resolves them', async t => {
  const session = newSession()
  const initiator = [{ function: 'load', url: 'https://shop.example/app.js', line: 1, column: 2 }]
  const id = await pushed(replica, session, { api: 'https://shop.example/api', timeConsuming: 12, initiator })
  const html = await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text()
  t.notMatch(html, /sourceMappingURL=/)
  const file = join(t.testdir({}), 'saved.html')
  await writeFile(file, html)
  const page = await openPage(t, browser, `file://${file}#e=${id}&t=overview`)
  await calls(page).first().waitFor()
  t.equal(await calls(page).first().textContent(), 'loadapp.js:1:2')
  t.equal(await button(page, 'Resolve with source maps').count(), 0)
  await button(page, 'Copy the call stack').waitFor()
})

t.test('hostile texts of a map are shown as text', async t => {
  const html = '<img src=x onerror="alert(1)">\u202e'
  const app = await serveFiles(t, {
    '/app.js': NAMES('app.js.map'), '/app.js.map': MAP({ sources: [html], sourcesContent: [`${html}\u0000`], sourceRoot: 'javascript:' })
  })
  const page = await open(t, [{ function: html, url: `${app.url}/app.js`, line: 1, column: 1 }])
  await resolve(page)
  await calls(page).locator('code').waitFor()
  t.equal(await page.locator('.calls img').count(), 0)
  t.match(await calls(page).locator('code').textContent(), '<img src=x onerror="alert(1)">\\u202e\\u0000')
})
