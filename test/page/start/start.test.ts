// The start page: how to connect an app, and what happens once it is connected. Each snippet is run as it was copied.
import t, { type Test } from 'tap'
import { execFile, spawn } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { buildApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config.js'
import { openRedis } from '../../../src/redis/connections.js'
import { BUILT, said } from '../../cli/earshot.js'
import { list, pushed } from '../../support/client.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { button, grid, live } from '../support/parts.js'

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
// As long as a session id, and full of characters that are special in shells, HTML, URLs and scripts.
const HOSTILE = '\'"<a&b>$`\\ é茶%3'

const WAYS = ['A web page', 'A page on a phone', 'A mini-program', 'A Node program', 'Another language', 'Tests']

const { redis, replica, browser } = await startHouse(t)
const run = promisify(execFile)

t.test('without a session in its address the page creates one, and keeps it after a reload', async t => {
  const page = await openPage(t, browser, `${replica.url}/`)
  await page.getByRole('region', { name: 'Connect an app' }).waitFor()
  await live(page)
  const session = sessionOf(page)
  t.match(session, /^[a-z2-9]{15}$/)
  await page.reload()
  await page.getByRole('region', { name: 'Connect an app' }).waitFor()
  t.equal(sessionOf(page), session)
  const other = await openPage(t, browser, `${replica.url}/`)
  await live(other)
  t.not(sessionOf(other), session)
})

t.test('a session id of invalid length shows an error, and the page creates another session', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'short'))
  await page.getByText('A session id has 15 characters').waitFor()
  await live(page)
  t.equal([...sessionOf(page)].length, 15)
})

for (const { title, session, env, base } of [
  { title: 'as it is', session: 'my-first-sessio', env: {}, base: '' },
  { title: 'with a hostile session under a path', session: HOSTILE, env: { BASE_PATH: '/tools/ear' }, base: '/tools/ear' },
  { title: 'where pushing needs a token', session: 'with-a-token--1', env: { PUSH_TOKENS: 'it-is=a+tok/en' }, base: '' }
]) {
  t.test(`the copied curl lines push one request in two phases, and the list replaces the start page, ${title}`, async t => {
    const own = await startReplica(t, redis, env)
    const page = await openPage(t, browser, pageUrl({ url: own.url + base }, session), CLIPBOARD)
    const token = 'PUSH_TOKENS' in env ? env.PUSH_TOKENS : undefined
    if (token) await page.getByLabel('Apps need a token to push to this service').fill(token)
    const commands = await copied(page, 'Another language', 'Without a proxy: send each request yourself')
    const { stdout } = await run('bash', ['-c', commands])
    t.equal([...stdout.matchAll(/"code":"0"/g)].length, 2, stdout)
    await grid(page).getByText('orders').first().waitFor()
    t.equal(await page.getByRole('region', { name: 'Connect an app' }).count(), 0)
    const entries = await list({ url: own.url + base }, session)
    t.equal(entries.length, 1)
    t.match(entries[0], {
      method: 'POST',
      api: '/v1/orders',
      timeConsuming: 87,
      request: '{"item":7}',
      response: '{"ok":true}',
      responseHeader: /^HTTP\/1\.1 200 OK\r\n/
    })
  })

  t.test(`snippets for pages, Node and mini-programs, and the bookmarklet, name service and session, ${title}`, async t => {
    const other = session.slice(0, -1) + '9'
    const own = await startReplica(t, redis, env)
    const page = await openPage(t, browser, pageUrl({ url: own.url + base }, other), CLIPBOARD)
    const token = 'PUSH_TOKENS' in env ? env.PUSH_TOKENS : null
    if (token) await page.getByLabel('Apps need a token to push to this service').fill(token)
    const wanted = { src: `${own.url}${base}/earshot.js`, session: other, token }
    const line = await copied(page, 'A web page', 'Script line')
    t.same(await scriptsOf(t, page => page.setContent(`<head>${line}</head>`)), [wanted])
    const bookmark = await bookmarkOf(page)
    t.match(bookmark, /^javascript:/)
    const code = decodeURIComponent(bookmark.replace('javascript:', ''))
    t.same(await scriptsOf(t, page => page.evaluate(code)), [wanted])
    await choose(page, 'A mini-program')
    t.equal(await page.getByRole('link', { name: 'earshot-mini-program.js' }).getAttribute('href'),
      `${own.url}${base}/earshot-mini-program.js`)
    // The snippets run unchanged, in a folder that contains only a program.
    const folder = t.testdir({
      'app.js': `fetch('${own.url}${base}/healthz').then(() => console.log('the app'))`,
      'mini.js': await copied(page, 'A mini-program', 'Lines'),
      'earshot-mini-program.js': 'exports.Earshot = { start: options => console.log(JSON.stringify(options)) }',
      'package.json': '{}'
    })
    t.same(JSON.parse((await run(process.execPath, ['mini.js'], { cwd: folder })).stdout),
      { url: own.url + base, session: other, ...token && { token } })
    const node = [await copied(page, 'A Node program', 'Download'), await copied(page, 'A Node program', 'Command')].join('\n')
    t.same(await run('bash', ['-c', node], { cwd: folder }), { stdout: 'the app\n', stderr: '' })
    t.match(await list({ url: own.url + base }, other), { 0: { api: `${own.url}${base}/healthz` } })
  })

  t.test(`the snippet for apps of any language starts a proxy that records into the session, ${title}`, async t => {
    const other = session.slice(0, -1) + '8'
    const own = await startReplica(t, redis, env)
    const page = await openPage(t, browser, pageUrl({ url: own.url + base }, other), CLIPBOARD)
    if ('PUSH_TOKENS' in env) await page.getByLabel('Apps need a token to push to this service').fill(env.PUSH_TOKENS ?? '')
    const line = (await copied(page, 'Another language', 'Command')).replace('https://api.example.com', own.url)
    const npx = join(t.testdir({ npx: `#!/bin/sh\nshift\nexec ${process.execPath} ${BUILT} "$@" --port 0 --json\n` }), 'npx')
    await chmod(npx, 0o755)
    const child = spawn('bash', ['-c', `exec env ${line}`], { env: { PATH: `${dirname(npx)}:${process.env.PATH}` } })
    t.teardown(() => child.kill('SIGKILL'))
    const { address } = JSON.parse(await said(child.stdout, /\n/)) as { address: string }
    t.equal((await fetch(`${address}${base}/healthz`)).status, 200)
    await until('it is recorded', async () => (await list({ url: own.url + base }, other))[0]?.api === `${own.url}${base}/healthz`)
  })
}

t.test('the bookmarklet calls Earshot.start() if the page has loaded the script', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'nothing-in-it-1'), CLIPBOARD)
  const bookmark = await bookmarkOf(page)
  const other = await (await browser.newContext()).newPage()
  t.teardown(() => other.context().close())
  await other.evaluate(() => {
    Object.assign(window,
      { calls: [], Earshot: { start: (options: object) => { (window as unknown as { calls: object[] }).calls.push(options) } } })
  })
  await other.evaluate(decodeURIComponent(bookmark.replace('javascript:', '')))
  t.same(await other.evaluate('calls'), [{ url: replica.url, session: 'nothing-in-it-1' }])
})

t.test('a click on the bookmarklet explains it instead of running it', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'nothing-in-it-1'))
  await bookmarkOf(page)
  await page.locator('.bookmark').click()
  await page.getByText('it is for other pages').waitFor()
})

t.test('for a phone, there is no code for an address that only this machine reaches: it says how the service is started', async t => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const page = await openPage(t, browser, pageUrl({ url: replica.url.replace('127.0.0.1', host) }, 'nothing-in-it-1'))
    await choose(page, 'A page on a phone')
    await page.getByText('Start it with HOST=0.0.0.0').waitFor()
    t.equal(await page.getByRole('img', { name: /^QR code of/ }).count(), 0)
    t.equal(await page.locator('.steps').count(), 0)
  }
})

t.test('a service that phones reach offers its own addresses; the code opens the app\'s page with the session, and is drawn', async t => {
  withNetworks(t, ['192.168.7.20', '10.0.7.9'])
  const everywhere = await startEverywhere(t)
  const page = await openPage(t, browser, pageUrl({ url: `http://127.0.0.1:${everywhere}` }, 'nothing-in-it-1'), CLIPBOARD)
  await choose(page, 'A page on a phone')
  const service = `http://192.168.7.20:${everywhere}`
  const code = page.getByRole('img', { name: /^QR code of/ })
  await code.locator('path').waitFor({ state: 'attached' })
  t.equal(await code.getAttribute('data-text'), `${service}/#earshot=nothing-in-it-1`)
  t.equal(await copied(page, 'A page on a phone', 'Script line'), `<script src="${service}/earshot.js" crossorigin></script>`)
  const before = await code.locator('path').getAttribute('d')
  await page.getByLabel('The phone reaches this machine at').selectOption(`http://10.0.7.9:${everywhere}`)
  t.equal(await code.getAttribute('data-text'), `http://10.0.7.9:${everywhere}/#earshot=nothing-in-it-1`)
  await page.getByLabel('Your app’s page').fill('https://shop.example.com/start?a=1')
  t.equal(await code.getAttribute('data-text'), 'https://shop.example.com/start?a=1#earshot=nothing-in-it-1')
  await page.getByText('A page with https loads no script from an address without TLS.').first().waitFor()
  await page.getByLabel('Your app’s page').fill('https://shop.example.com/#/route')
  t.equal(await code.getAttribute('data-text'), 'https://shop.example.com/?earshot=nothing-in-it-1#/route')
  await until('another code is drawn', async () => await code.locator('path').getAttribute('d') !== before)
  await page.getByLabel('Your app’s page').fill('http://localhost:5173/')
  await page.getByText('No phone reaches localhost').waitFor()
  t.equal(await code.count(), 0)
})

t.test('the way that was chosen stays, and so for the next session', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'nothing-in-it-1'))
  await page.getByRole('heading', { name: 'Copy this line' }).waitFor()
  await choose(page, 'Tests')
  await page.getByText('npx playwright test').waitFor()
  await page.goto(`${replica.url}/`)
  await page.getByText('npx playwright test').waitFor()
})

t.test('each way has three steps, and hints for when nothing arrives', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'nothing-in-it-1'))
  for (const way of WAYS) {
    await choose(page, way)
    if (way !== 'A page on a phone') t.equal(await page.locator('.steps > li > h3').count(), 3, way)
    await page.getByText('Nothing arrives?').click()
    t.ok(await page.locator('.start-check li').count() > 0, way)
  }
})

t.test('the check says when the page is not connected', async t => {
  const own = await startReplica(t, redis)
  const page = await openPage(t, browser, pageUrl(own, 'nothing-in-it-1'), { expected: [/WebSocket|ERR_/] })
  const check = page.getByRole('status', { name: 'Live check' })
  await check.getByText('Waiting for the first request.').waitFor()
  await own.app.close()
  await check.getByText('This page is not connected.').waitFor()
})

t.test('a scanned address of the service itself opens the session', async t => {
  const page = await openPage(t, browser, `${replica.url}/#earshot=nothing-in-it-1`)
  await live(page)
  t.equal(sessionOf(page), 'nothing-in-it-1')
  t.equal(new URL(page.url()).hash, '')
})

t.test('a session is remembered once it has a request, and can be forgotten', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'seen-before---01'.slice(0, 15)))
  await live(page)
  const session = sessionOf(page)
  await page.goto(`${replica.url}/`)
  t.equal(await page.getByRole('region', { name: 'Sessions seen before' }).count(), 0)
  await page.goto(pageUrl(replica, session))
  await pushed(replica, session, { api: '/a', timeConsuming: 1 })
  await grid(page).getByText('GET').first().waitFor()
  await page.goto(`${replica.url}/`)
  const known = page.getByRole('region', { name: 'Sessions seen before' })
  await known.getByRole('link', { name: session }).click()
  await grid(page).getByText('GET').first().waitFor()
  t.equal(sessionOf(page), session)
  await page.goto(`${replica.url}/`)
  await known.getByRole('button', { name: `Forget ${session}` }).click()
  await known.waitFor({ state: 'detached' })
  await page.reload()
  await live(page)
  t.equal(await known.count(), 0)
})

t.test('axe finds nothing on the start, light, dark, small and in Chinese, and nothing is cut off at any width', async t => {
  withNetworks(t, ['192.168.7.20'])
  const url = `http://127.0.0.1:${await startEverywhere(t)}`
  for (const options of [{}, { colorScheme: 'dark' as const }, { viewport: NARROW, hasTouch: true }, { locale: 'zh-CN' }]) {
    const page = await openPage(t, browser, pageUrl({ url }, 'nothing-in-it-1'), options)
    await page.locator('.connection.live').waitFor()
    for (const n of WAYS.keys()) {
      await page.locator('.way').nth(n).click()
      await page.locator('.steps').waitFor()
      if (WAYS[n] === 'A page on a phone') await page.locator('.qr path').waitFor({ state: 'attached' })
      t.same(await axe(page), [], `${WAYS[n]} ${JSON.stringify(options)}`)
      for (const width of 'locale' in options ? [] : [360, 600, 820, 1100, 1400, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        t.equal(await page.locator('.start').evaluate(start => start.scrollWidth - start.clientWidth), 0, `${WAYS[n]} at ${width} px`)
      }
    }
  }
})

function sessionOf (page: Page): string {
  return new URL(page.url()).searchParams.get('sessionId') ?? ''
}

async function choose (page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${way} `) }).click()
}

/** What the button of a snippet puts into the clipboard. */
async function copied (page: Page, way: string, snippet: string): Promise<string> {
  await choose(page, way)
  const text = page.getByRole('group', { name: snippet, exact: true })
  if (!await text.isVisible()) await page.locator('.instead summary').click()
  return await clipboardAfter(page, text.getByRole('button', { name: 'Copy' }))
}

async function bookmarkOf (page: Page): Promise<string> {
  await choose(page, 'A web page')
  await page.getByText('Or record any page with a bookmarklet').click()
  const bookmark = await page.locator('.bookmark').getAttribute('href') ?? ''
  const { origin } = new URL(page.url())
  await page.context().grantPermissions(CLIPBOARD.permissions, { origin })
  t.equal(await clipboardAfter(page, page.locator('.snippet-row').getByRole('button', { name: 'Copy' })), bookmark)
  return bookmark
}

async function clipboardAfter (page: Page, copy: Locator): Promise<string> {
  await copy.click()
  await page.getByText('Copied').waitFor()
  await button(page, 'Close').last().click()
  return await page.evaluate(async () => await navigator.clipboard.readText())
}

/** As if this machine had networks with these addresses; the machines of tests often have none. */
function withNetworks (t: Test, addresses: string[]): void {
  const { networkInterfaces } = os
  const set = (to: typeof networkInterfaces) => {
    os.networkInterfaces = to
    syncBuiltinESMExports()
  }
  set(() => ({ wlan0: addresses.map(address => ({ address, internal: false, family: 'IPv4', netmask: '', mac: '', cidr: null })) }))
  t.teardown(() => set(networkInterfaces))
}

/** The port of a replica that listens on all addresses. */
async function startEverywhere (t: Test): Promise<number> {
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  const app = await buildApp(readConfig({ LOG_LEVEL: 'silent' }), connections)
  t.teardown(() => app.close())
  await app.listen({ host: '0.0.0.0', port: 0 })
  return (app.server.address() as { port: number }).port
}

/** The scripts of a page of another origin, after something was done to it. */
/** Returns the scripts of a page of another origin after `act`. */
async function scriptsOf (t: Test, act: (page: Page) => Promise<unknown>): Promise<unknown> {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  await context.route('**/*', route => route.fulfill({ body: '', contentType: 'text/javascript' }))
  const page = await context.newPage()
  await act(page)
  return await page.evaluate(() =>
    [...document.scripts].map(({ src, dataset }) => ({ src, session: dataset.session, token: dataset.token ?? null })))
}
