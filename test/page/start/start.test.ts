// The start page: how to connect an app, and what happens once it is connected. Each snippet is run as it was copied.
import t, { type Test } from 'tap'
import { execFile, spawn } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { BUILT, said } from '../../cli/earshot.js'
import { list, pushed } from '../../support/client.js'
import { startReplica } from '../../support/replica.js'
import { sampled } from '../../support/runs.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { grid, live } from '../support/parts.js'
import { bookmarkOf, CLIPBOARD, choose, copied, WAYS } from './ways.js'

// As long as a session id, and full of characters that are special in shells, HTML, URLs and scripts.
const HOSTILE = '\'"<a&b>$`\\ é茶%3'

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
  await page.getByText('The session id in the address must have 15 characters').waitFor()
  await live(page)
  t.equal([...sessionOf(page)].length, 15)
})

const SERVICES = [
  { title: 'as it is', session: 'my-test-session', env: {}, base: '' },
  { title: 'with a hostile session under a path', session: HOSTILE, env: { BASE_PATH: '/tools/ear', RULES: 'on' }, base: '/tools/ear' },
  { title: 'where pushing needs a token', session: 'with-a-token--1', env: { PUSH_TOKENS: 'it-is=a+tok/en' }, base: '' }
]

for (const { title, session, env, base } of sampled(SERVICES, 2)) {
  t.test(`the copied curl lines push one request in two phases, and the list replaces the start page, ${title}`, async t => {
    const own = await startReplica(t, redis, env)
    const page = await openPage(t, browser, pageUrl({ url: own.url + base }, session), CLIPBOARD)
    const token = 'PUSH_TOKENS' in env ? env.PUSH_TOKENS : undefined
    if (token) await page.getByLabel('Apps need a token to push to this service').fill(token)
    const commands = await copied(page, 'Another language', 'Without a proxy: push each request to Earshot')
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
    const line = await copied(page, 'A web page', 'Script tag')
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

t.test('the way that was chosen stays, and so for the next session', async t => {
  const page = await openPage(t, browser, pageUrl(replica, 'nothing-in-it-1'))
  await page.getByRole('heading', { name: 'Copy this script tag' }).waitFor()
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
    await page.getByText('No requests yet?').click()
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

function sessionOf (page: Page): string {
  return new URL(page.url()).searchParams.get('sessionId') ?? ''
}

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
