// A saved page, opened from a file, offline: everything that needs no service works, and it sends no requests.
import t, { type Test } from 'tap'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { formOf, list, newSession, PIXEL, pushed } from '../../support/client.js'
import { readSavedFile } from '../../support/saved-file.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { button, count, entriesOf, exported, grid, live } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const folder = await mkdtemp(join(tmpdir(), 'earshot-saved-'))
t.teardown(() => rm(folder, { recursive: true }))
const SECRET = 's3cr3t-value'
const HOSTILE = '</script><script>document.title="owned"</script><!--<img src=x onerror=alert(1)>\u2028\u0000\u202e 中文'
const SHOP = 'https://shop.example'

const session = newSession()
const api = (n: number) => `${SHOP}/api/orders/${n}`
await pushed(replica, session, {
  api: `${SHOP}/login?token=${SECRET}`,
  method: 'POST',
  timeConsuming: 40,
  requestHeader: `Authorization: Bearer ${SECRET}`,
  request: `{"password":"${SECRET}"}`,
  responseHeader: 'HTTP/1.1 500 Oops'
})
await pushed(replica, session, {
  api: api(1),
  timeConsuming: 10,
  responseHeader: 'HTTP/1.1 200 OK\nContent-Type: application/json',
  response: '{"code":0,"big":12345678901234567890,"who":"Ada"}'
})
await pushed(replica, session, {
  api: `${SHOP}/page`,
  timeConsuming: 10,
  responseHeader: 'HTTP/1.1 200 OK\nContent-Type: text/html',
  response: '<style>h1{color:rgb(1,2,3)}</style><h1 style="margin:7px" onclick="alert(1)">Hello</h1><script>alert(1)</script><img src="https://elsewhere.example/x.png">'
})
await pushed(replica, session, { api: `${SHOP}/${HOSTILE}`, timeConsuming: 10, request: HOSTILE, response: HOSTILE, note: HOSTILE })
await pushed(replica, session, {
  api: `${SHOP}/large`,
  timeConsuming: 10,
  responseHeader: 'HTTP/1.1 200 OK\nContent-Type: application/json',
  response: JSON.stringify({ items: Array.from({ length: 20_000 }, (_, n) => ({ n, name: `item ${n}` })) })
})
await pushed(replica, session, { api: `${SHOP}/pending`, timeConsuming: 0 })
await fetch(`${replica.url}/capture/entries/${(await list(replica, session))[1]!.id}/mark?sessionId=${session}`,
  { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"pinned":true,"color":"red","note":"look here"}' })
await fetch(`${replica.url}/upload?sessionId=${session}`, { method: 'POST', body: formOf(PIXEL) })
const served = await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text()

/** Opens the HTML from a file, offline; `asked` collects all requests of the page. */
async function openFile (t: Test, html: string, { rest = '', ...options }: OpenOptions & { rest?: string } = {}): Promise<Page> {
  const file = join(folder, `${files++}.html`)
  await writeFile(file, html)
  const before = async (page: Page) => {
    await page.context().setOffline(true)
    page.on('request', request => { if (!/^(data|blob):/.test(request.url())) asked.push(request.url()) })
  }
  return await openPage(t, browser, pathToFileURL(file).href + rest, { ...options, before })
}
let files = 0
const asked: string[] = []

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

t.test('it shows the session and the time of saving, has no action that needs the service, and no secret', async t => {
  const page = await openFile(t, served)
  await row(page, /GET.*pending/).waitFor()
  t.equal(await count(page).textContent(), '6 requests')
  t.equal(await page.title(), `${session} · Earshot`)
  for (const name of ['Pause', 'Clear', 'Import', 'Share']) t.equal(await button(page, name).count(), 0, name)
  await page.getByRole('button', { name: /^Saved .* · 6 requests$/ }).click()
  await page.getByText('The whole session as it was then: 6 requests.').waitFor()
  await page.getByText(/Values whose names suggest secrets were replaced/).waitFor()
  t.same(await axe(page), [])
  await page.keyboard.press('Escape')
  await row(page, /orders/).click()
  await page.getByRole('dialog', { name: 'About this file' }).waitFor({ state: 'detached' })
  for (const key of ['Delete', 'p', '1', 'Control+l']) await page.keyboard.press(key)
  t.equal(await count(page).textContent(), '6 requests')
  await row(page, /orders\/1.*, pinned, marked red, note: look here$/).waitFor()
  t.notMatch(await page.evaluate(() => document.documentElement.outerHTML), SECRET)
})

t.test('a request that a rule has changed names the rule, and its two answers are compared', async t => {
  const session = newSession()
  await pushed(replica, session, {
    api: `${SHOP}/v1/me`,
    timeConsuming: 10,
    responseHeader: 'HTTP/1.1 200 OK\nContent-Type: application/json',
    response: '{"plan":"free"}',
    originalResponse: '{"plan":"gold"}',
    rule: { id: 'r-0123456789ab', name: 'everybody is free', action: 'change' }
  })
  const page = await openFile(t, await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text())
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.fill('rule:free ')
  await row(page, /v1.me/).click()
  const details = page.getByRole('region', { name: 'Request details' })
  await details.locator('strong', { hasText: 'everybody is free' }).waitFor()
  t.equal(await details.getByRole('button', { name: 'everybody is free' }).count(), 0, 'there is no rule to open')
  await details.getByRole('button', { name: 'Compare with the original response' }).click()
  await page.getByRole('region', { name: 'Response body' }).getByText('gold').first().waitFor()
  t.same(await axe(page, '.detail'), [])
})

t.test('filters by word, regex and mark work, and bodies are shown as in the live page', async t => {
  const page = await openFile(t, served)
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.fill('Ada')
  await row(page, /orders\/1/).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-label=Count]')?.textContent === '1 of 6')
  await filter.fill('/orders\\/\\d$/')
  await page.waitForFunction(() => document.querySelector('[aria-label=Count]')?.textContent === '1 of 6')
  await filter.fill('is:pinned ')
  await page.waitForFunction(() => document.querySelector('[aria-label=Count]')?.textContent === '1 of 6')
  await row(page, /orders\/1/).click()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Mark', exact: true }).getByText('look here').waitFor()
  await page.getByRole('tab', { name: 'Response' }).click()
  await page.getByRole('treeitem', { name: /12345678901234567890/ }).waitFor()
  t.same(await axe(page, '.detail'), [])
  await filter.fill('path:/large ')
  await row(page, /large/).click()
  await page.getByRole('treeitem', { name: /items/ }).waitFor()
})

t.test('two requests can be compared; sending, editing, deleting and pinning are not offered', async t => {
  const page = await openFile(t, served)
  await row(page, /login/).click()
  await row(page, /orders/).click({ modifiers: ['Shift'] })
  await page.keyboard.press('d')
  const compared = page.getByRole('table', { name: 'The two requests' })
  await compared.getByText('/login', { exact: false }).waitFor()
  await page.getByRole('region', { name: 'Response body' }).getByText('Ada').first().waitFor()
  t.same(await axe(page, '.detail'), [])
  await row(page, /large/).click()
  await page.getByRole('region', { name: 'Compare with…' }).waitFor()
  t.equal(await page.getByRole('textbox', { name: /^Link or id of a request/ }).count(), 0)
  t.equal(await page.locator('.send-button, .send-bar').count(), 0)
  await row(page, /large/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy this value' }).waitFor()
  t.equal(await page.getByRole('menuitem', { name: /^(Edit|Delete|Pin)/ }).count(), 0)
})

t.test('the HTML preview applies styles, and runs and loads nothing', async t => {
  const page = await openFile(t, served, { rest: `#e=${(await list(replica, session))[2]!.id}&t=response` })
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Hello' })
  await heading.waitFor()
  t.same(await heading.evaluate(element => [getComputedStyle(element).color, getComputedStyle(element).margin]), ['rgb(1, 2, 3)', '7px'])
})

t.test('hostile content is shown as text, and exported unchanged', async t => {
  const page = await openFile(t, served, { rest: `#e=${(await list(replica, session))[3]!.id}&t=request` })
  await page.getByRole('region', { name: 'Request details' }).getByText('document.title').first().waitFor()
  t.equal(await page.title(), `${session} · Earshot`)
  const har = JSON.parse(await exported(page, /^All as HAR \(/)) as { log: { entries: { _earshot: { request: string } }[] } }
  t.equal(har.log.entries[3]?._earshot.request, HOSTILE)
  t.equal(har.log.entries.length, 6)
})

t.test('it contains screenshots, and works on a phone, in dark mode and in Chinese', async t => {
  const page = await openFile(t, served, { viewport: NARROW, hasTouch: true, colorScheme: 'dark', locale: 'zh-CN' })
  await page.locator('img[src^="blob:"]').first().waitFor({ state: 'attached' })
  const image = page.locator('img[src^="blob:"]').first()
  t.equal(await image.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), 1)
  t.same(await axe(page), [])
  await page.getByRole('row').nth(2).click()
  await page.getByRole('region').first().waitFor()
  await page.goBack()
  await page.getByRole('grid').waitFor()
})

t.test('the live page saves the filtered entries without secrets, or all entries with secrets', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session, '&filter=status:500'))
  await live(page)
  await row(page, /login/).waitFor()
  await row(page, /pending/).waitFor({ state: 'detached' })
  const shown = await exported(page, /^Filtered requests as a page \(1\)/)
  t.match(readSavedFile(shown).about, { isPart: true, secrets: 'redact' })
  t.notMatch(readSavedFile(shown).text, SECRET)
  const all = await exported(page, /^All as a page, with secrets/)
  t.strictSame(readSavedFile(all).entries, await list(replica, session))
  t.equal(readSavedFile(all).screenshots.length, 1)

  const part = await openFile(t, shown)
  await row(part, /login/).waitFor()
  t.equal(await count(part).textContent(), '1 request')
  const whole = await openFile(t, all)
  await whole.getByText('With secrets', { exact: true }).waitFor()
  await row(whole, /pending/).waitFor()
  t.strictSame(await entriesOf(whole), await list(replica, session))
})

t.test('a truncated file shows an alert and the entries that it has', async t => {
  const cut = served.slice(0, served.lastIndexOf('class="screenshot"'))
  const page = await openFile(t, cut)
  await page.getByRole('alert').getByText('The file is incomplete').waitFor()
  t.equal(await count(page).textContent(), '6 requests')
  t.same(await axe(page, '.top-bar'), [])
  t.same(await axe(page, '.saved-incomplete'), [])
  await page.setViewportSize(NARROW)
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROW.width)
})

t.test('a file cut within its entries, a file without a session and an empty session show different messages', async t => {
  const start = served.indexOf('class="entries"')
  const cut = await openFile(t, served.slice(0, start + 2000))
  await cut.getByRole('alert').getByText('The file is incomplete').waitFor()
  const none = await openFile(t, await readFile(new URL('../../../dist/web/saved-page.html', import.meta.url), 'utf8'))
  await none.getByText('There is no session in this file').waitFor()
  const empty = await openFile(t, await (await fetch(`${replica.url}/capture/page?sessionId=${newSession()}`)).text())
  await grid(empty).waitFor()
  t.equal(await empty.getByRole('alert').count(), 0)
})

t.test('none of these pages requested anything but its own file', async t => {
  t.ok(asked.length > 8)
  t.same(asked.filter(url => !/^file:.*\/\d+\.html(#.*)?$/.test(url)), [])
})

t.test('the CSP blocks scripts and images that are added to the file', async t => {
  const page = await openFile(t,
    served.replace('</body>', '<script>document.title = "owned"</script><img src="https://elsewhere.example/a.png"></body>'),
    { expected: [/Content Security Policy|violates/, /^asked for https:\/\/elsewhere/] })
  await grid(page).waitFor()
  t.equal(await page.title(), `${session} · Earshot`)
})
