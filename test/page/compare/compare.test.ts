// Comparing two requests in the page: by button, keyboard, menu and link. A request can also be compared with one of another session or of
// a HAR file.
import t, { type Test } from 'tap'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { axe } from '../support/axe.js'
import { WITH_CLIPBOARD, clipboard } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { button, live } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const GOOD = {
  api: 'https://shop.example/orders/1?page=1',
  timeConsuming: 12,
  responseHeader: 'HTTP/1.1 200 OK\nX-Trace: 1\nVary: Accept',
  response: '{"code":0,"items":[{"id":1},{"id":2}]}',
  storage: '{"cart":"1"}'
}
const BAD = {
  ...GOOD,
  api: 'https://shop.example/orders/2?page=2',
  responseHeader: 'HTTP/1.1 500 No\nvary: Accept\nX-Trace: 2',
  response: '{"code":7,"items":[{"id":3},{"id":1},{"id":2}]}',
  storage: '{"cart":"2"}'
}
const region = (page: Page) => page.getByRole('region', { name: 'Comparison' })
const part = (page: Page, name: string) => region(page).getByRole('region', { name, exact: true })
const lines = async (page: Page, name: string) => {
  await part(page, name).getByRole('listitem').first().waitFor()
  return await part(page, name).getByRole('listitem').allInnerTexts()
}

async function open (t: Test, pushes: Record<string, unknown>[], hash: (ids: string[]) => string = () => '', options: OpenOptions = {}) {
  const session = newSession()
  const ids: string[] = []
  for (const push of pushes) ids.push(await pushed(replica, session, push))
  const page = await openPage(t, browser, pageUrl(replica, session, hash(ids)), options)
  return { session, ids, page }
}

t.test('one click compares a failed request with the last successful request, and a link opens the same comparison', async t => {
  const { page, ids, session } = await open(t, [GOOD, { ...GOOD, api: '/else' }, BAD], ids => `#e=${ids[2]}`)
  await button(page, 'Compare with the last successful request').click()
  const seen = await lines(page, 'Response body')
  t.match(seen.join('|').replace(/\s+/g, ' '),
    /~ ?changed: code: 0 → 7\|[^|]*items: \[3\]\|\+ ?added: [^|]*0: \{1\}[^|]*\|\+ ?added: id: 3\|[^|]*2 equal/)
  t.match(await part(page, 'Query').innerText(), /page\s+changed/)
  t.match(await part(page, 'Response headers').innerText(), /X-Trace\s+changed[^]*1 equal/)
  t.match(await part(page, 'Storage').innerText(), /cart\s+changed/)
  t.match(await page.getByRole('table', { name: 'The two requests' }).innerText(), /200 OK[^]*500 No/)
  await page.waitForURL(url => url.hash.includes(`c=${ids[0]}`))
  t.same(await axe(page), [])

  const other = await openPage(t, browser, pageUrl(replica, session, new URL(page.url()).hash))
  t.same(await lines(other, 'Response body'), seen)
})

t.test('equal parts are folded with their count, and open by keyboard', async t => {
  const { page } = await open(t, [GOOD, BAD], ([a, b]) => `#e=${b}&t=compare&c=${a}`)
  const fold = part(page, 'Response body').getByRole('button', { name: '2 equal' })
  await fold.focus()
  await page.keyboard.press('Enter')
  await part(page, 'Response body').getByText('1: {1} {"id":1}').waitFor()
  t.equal(await fold.getAttribute('aria-expanded'), 'true')
  const headers = part(page, 'Response headers')
  await headers.getByText('1 equal').click()
  await headers.getByRole('row', { name: /vary/i }).waitFor()
})

t.test('d compares a failed request or two selected ones; Shift+D picks one to compare with the next', async t => {
  const { page, ids } = await open(t, [GOOD, { ...GOOD, api: '/other' }, BAD])
  const row = (name: RegExp) => page.getByRole('grid').getByRole('row', { name })
  const hash = async (of: number, c: number) =>
    await page.waitForURL(url => url.hash.includes(`e=${ids[of]}&`) && url.hash.includes('t=compare') && url.hash.includes(`c=${ids[c]}`))
  await row(/orders\/2/).click()
  await page.keyboard.press('d')
  await hash(2, 0)
  await row(/orders\/1/).click()
  await row(/other/).click({ modifiers: ['Shift'] })
  await page.keyboard.press('d')
  await hash(1, 0)
  await row(/orders\/2/).click()
  await page.keyboard.press('Shift+D')
  await page.getByRole('status', { name: 'Messages' }).getByText('Picked. Now open another request').waitFor()
  await row(/other/).click()
  await button(page, 'Compare with…').click()
  await page.keyboard.press('Shift+D')
  await row(/orders\/1/).click()
  await page.getByRole('table', { name: 'The two requests' }).getByText('/other', { exact: false }).waitFor()
})

t.test('the context menu of a row picks a request, and compares others with it', async t => {
  const { page, ids } = await open(t, [GOOD, { ...GOOD, api: '/other' }])
  await page.getByRole('row', { name: /orders/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pick for comparison' }).click()
  await page.getByRole('row', { name: /other/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Compare with GET /orders/1' }).click()
  await region(page).waitFor()
  await page.waitForURL(url => url.hash.includes(`e=${ids[1]}`) && url.hash.includes(`c=${ids[0]}`))
  await button(page, 'Swap').click()
  await page.waitForURL(url => url.hash.includes(`e=${ids[0]}`) && url.hash.includes(`c=${ids[1]}`))
})

t.test('a link compares with an entry of another session; an unreadable link shows an error', async t => {
  const { page } = await open(t, [BAD], ids => `#e=${ids[0]}&t=compare`, { expected: [/404/] })
  const there = newSession()
  const id = await pushed(replica, there, GOOD)
  const field = page.getByRole('textbox', { name: /^Link or id of a request/ })
  await field.fill('https://elsewhere.example/?sessionId=x#e=1-0')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This link leads to another service').waitFor()
  await field.fill(`${there}/1-000000000000`)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('could not be read').waitFor()
  t.same(await axe(page), [])
  await field.fill(pageUrl(replica, there, `#e=${id}&t=response`))
  await page.keyboard.press('Enter')
  await region(page).getByText(`from ${there}`).waitFor()
  await page.waitForURL(url => new URLSearchParams(url.hash.slice(1)).get('cs') === there)
  t.equal(await button(page, 'Swap').count(), 0, 'entries of another session cannot be swapped')
  t.match((await lines(page, 'Response body')).join(), 'code: 0 → 7')
})

t.test('an entry of a HAR file can be compared, and the file is not uploaded', async t => {
  const uploads: string[] = []
  const { page } = await open(t, [BAD], ids => `#e=${ids[0]}&t=compare`,
    { before: async page => { page.on('request', request => { if (!/^(?:GET|HEAD)$/.test(request.method())) uploads.push(request.url()) }) } })
  await live(page)
  const har = (entries: object[]) => ({
    name: 'yesterday.har', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }))
  })
  const entry = (url: string) => ({
    startedDateTime: '2026-11-20T10:00:00Z',
    time: 30,
    request: { method: 'GET', url, headers: [] },
    response: { status: 200, statusText: 'OK', headers: [], content: { mimeType: 'application/json', text: '{"code":0}' } }
  })
  const file = page.getByRole('region', { name: 'Compare with…' }).locator('input[type=file]')
  await file.setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from('no') })
  await page.getByRole('alert').waitFor()
  await file.setInputFiles(har([entry('https://shop.example/else'), entry('https://shop.example/orders/77')]))
  const shown = page.getByRole('list', { name: 'yesterday.har' }).getByRole('button')
  t.match(await shown.first().innerText(), /orders\/77/, 'entries with the same method and path come first')
  await page.getByRole('searchbox', { name: 'Search in the file' }).fill('ELSE')
  await page.getByText('1 request', { exact: true }).last().waitFor()
  await page.getByRole('searchbox', { name: 'Search in the file' }).fill('')
  await shown.first().click()
  await region(page).getByText('from yesterday.har').waitFor()
  t.match((await lines(page, 'Response body')).join(), 'code: 0 → 7')
  t.same(uploads, [])
})

t.test('the difference is copied as Markdown, with secrets only on request', async t => {
  const secret = (token: string) => `Authorization: Bearer ${token}`
  const { page } = await open(t, [{ ...GOOD, requestHeader: secret('one') }, { ...BAD, requestHeader: secret('two') }],
    ([a, b]) => `#e=${b}&t=compare&c=${a}`, WITH_CLIPBOARD)
  for (const [item, hasSecret] of [['Markdown, without secrets', false], ['Markdown, with secrets', true]] as const) {
    await button(page, 'Copy the difference').click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByText('Copied as Markdown').waitFor()
    const text = await clipboard(page)
    t.match(text, '-$.code: 0\n+$.code: 7')
    t.equal(text.includes('Bearer two'), hasSecret)
    await button(page, 'Close').click()
  }
})

t.test('the comparison is updated when a pending request completes', async t => {
  const session = newSession()
  const good = await pushed(replica, session, GOOD)
  const pending = await pushed(replica, session, { ...GOOD, requestId: 'r', timeConsuming: 0, response: '', responseHeader: '' })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${pending}&t=compare&c=${good}`))
  await part(page, 'Response body').getByText('differs').waitFor()
  await pushed(replica, session, { ...GOOD, requestId: 'r' })
  await part(page, 'Response body').getByText('equal', { exact: true }).waitFor()
})

t.test('hostile bodies are compared as text; if the worker fails, bodies are compared by byte', async t => {
  const deep = (inner: string) =>
    `{"__proto__":{"x":${inner}},"<img src=x onerror=alert(1)>":"\u202e${inner}","deep":${'['.repeat(20_000)}${inner}${']'.repeat(20_000)}}`
  const { page, ids, session } = await open(t, [{ ...GOOD, response: deep('1') }, { ...GOOD, response: deep('2') }],
    ([a, b]) => `#e=${b}&t=compare&c=${a}`)
  await part(page, 'Response body').getByText('<img src=x onerror=alert(1)>').waitFor()
  await part(page, 'Response body').getByText('\\u202e').first().waitFor()
  t.match((await lines(page, 'Response body')).join(), /__proto__/)
  const failing = await openPage(t, browser, pageUrl(replica, session, `#e=${ids[1]}&t=compare&c=${ids[0]}`), {
    expected: [/ERR_FAILED/], before: async page => { await page.route('**/compare-worker*', route => route.abort()) }
  })
  await failing.getByText('Different from byte 18 on').waitFor()
  await button(failing, 'Copy the difference').click()
  await failing.getByRole('menuitem', { name: 'Markdown, without secrets' }).click()
  await failing.getByText('Not copied: the comparison took too long, or failed.').waitFor()
})

t.test('the comparison works on a phone, in dark mode and in Chinese, without axe violations', async t => {
  const { page, ids } = await open(t, [GOOD, BAD], ids => `#e=${ids[1]}&t=compare`,
    { viewport: NARROW, hasTouch: true, colorScheme: 'dark', locale: 'zh-CN' })
  t.same(await axe(page), [])
  await button(page, '与最近一次成功的请求对比').click()
  await page.waitForURL(url => url.hash.includes(`c=${ids[0]}`))
  await page.getByRole('region', { name: '响应体' }).getByRole('listitem').first().waitFor()
  t.same(await axe(page), [])
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROW.width)
  const small = await page.locator('.compare button:visible').evaluateAll(buttons => buttons
    .filter(button => button.getBoundingClientRect().height < 43.5)
    .map(button => button.textContent || button.getAttribute('aria-label')))
  t.same(small, [])
})

t.test('a saved page compares its entries offline', async t => {
  const session = newSession()
  for (const push of [GOOD, BAD]) await pushed(replica, session, push)
  const file = join(await mkdtemp(join(tmpdir(), 'earshot-compare-')), 'saved.html')
  t.teardown(() => rm(dirname(file), { recursive: true }))
  await writeFile(file, await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text())
  const page = await openPage(t, browser, pathToFileURL(file).href,
    { before: async page => await page.context().setOffline(true), expected: [/^asked for file:/] })
  await page.getByRole('grid').getByRole('row', { name: /orders\/2/ }).click()
  await page.getByRole('tab', { name: 'Compare' }).click()
  t.equal(await page.getByRole('textbox', { name: /^Link or id of a request/ }).count(), 0, 'a saved page cannot read another session')
  await page.keyboard.press('d')
  t.match((await lines(page, 'Response body')).join(), 'code: 0 → 7')
})
