// The page as a whole: themes, languages, keyboard and assistive technology. Recorded data is always shown as text, never as HTML.
import t, { type Test } from 'tap'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { parseHar } from '../../../src/har/recording.js'
import { replay } from '../../../src/har/replay.js'
import { newSession, pushed, uploaded } from '../../support/client.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, WIDE, type OpenOptions } from '../support/open.js'
import { button, fromMore, grid, live } from '../support/parts.js'

const { replica, browser } = await startHouse(t, { env: { BODY_LIMIT: '32mb' } })
const shop = newSession()
const HAR = fileURLToPath(new URL('../../data/shop.har', import.meta.url))
for (const { push } of replay(parseHar(readFileSync(HAR, 'utf8')), 'p')) await pushed(replica, shop, { ...push })

for (const [title, options] of Object.entries<OpenOptions>({
  'as it is': {},
  'in the dark': { colorScheme: 'dark' },
  'on a phone': { viewport: NARROW, hasTouch: true, isMobile: true },
  'in Chinese': { locale: 'zh-CN' }
})) {
  t.test(`axe finds no violation in the list, nor with a request open, ${title}`, async t => {
    const page = await shown(t, options)
    t.same(await axe(page), [], 'the list')
    await page.getByRole('row').nth(3).click()
    await page.getByRole('tab').first().waitFor()
    t.same(await axe(page, '.shell-detail'), [], 'a request')
  })
}

t.test('axe finds no violation in menus and dialogs', async t => {
  const page = await shown(t)
  for (const name of ['Export', 'More', `Session ${shop}`]) {
    await button(page, name).click()
    await page.getByRole('menu').waitFor()
    t.same(await axe(page, '.top-bar'), [], name)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await fromMore(page, 'Keyboard shortcuts')
  await page.getByRole('dialog').waitFor()
  t.same(await axe(page, 'dialog'), [], 'shortcuts')
  await page.keyboard.press('Escape')
  await button(page, `Session ${shop}`).click()
  await page.getByRole('menuitem', { name: 'Connect an app' }).click()
  await page.getByRole('dialog').getByText('What are you debugging?').waitFor()
  t.same(await axe(page, 'dialog'), [], 'how to connect')
})

t.test('a menu works with the keyboard alone, and returns focus to its button', async t => {
  const page = await shown(t)
  await button(page, 'Export').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem').first().waitFor()
  await page.keyboard.press('ArrowDown')
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'menuitem')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Export')
})

t.test('the dialog of shortcuts opens with ?, describes each shortcut, and can switch them off', async t => {
  const page = await shown(t)
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await map.waitFor()
  const lines = await map.locator('dl > div').allInnerTexts()
  t.ok(lines.length >= 10, lines.join(', '))
  t.notMatch(lines.join('\n'), /\w\.\w/, 'each has a translated description')
  await map.getByLabel('Keyboard shortcuts are on').uncheck()
  await page.keyboard.press('Escape')
  await map.waitFor({ state: 'detached' })
  await page.keyboard.press('t')
  t.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light')
})

t.test('the theme follows the system until the user switches it; the choice survives a reload', async t => {
  const page = await shown(t, { colorScheme: 'dark' })
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  t.equal(await theme(), 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-theme=light]').waitFor()
  await fromMore(page, 'Theme')
  t.equal(await theme(), 'dark')
  await page.reload()
  await live(page)
  t.equal(await theme(), 'dark')
  await fromMore(page, 'Theme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme=dark]').waitFor()
})

t.test('the page uses the language of the browser until the user chooses another one', async t => {
  const page = await openPage(t, browser, pageUrl(replica, shop), { locale: 'zh-CN' })
  await page.getByText('实时', { exact: true }).waitFor()
  t.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN')
  await page.getByRole('button', { name: `会话 ${shop}` }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await live(page)
  await page.reload()
  await live(page)
  t.equal(await page.evaluate(() => document.documentElement.lang), 'en')
})

t.test('the page is in English if the words of its language do not load', async t => {
  const page = await openPage(t, browser, pageUrl(replica, shop), {
    locale: 'zh-CN', expected: [/zh-/], before: async page => { await page.route(/\/zh-\w+\.js/, route => route.abort()) }
  })
  await live(page)
  t.equal(await page.evaluate(() => document.documentElement.lang), 'en')
})

t.test('at 360 px nothing overflows the screen, and all actions are in reach', async t => {
  const page = await shown(t, { viewport: NARROW, hasTouch: true, isMobile: true })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  t.equal(await width(), 360)
  for (const name of ['Pause', 'Clear']) await button(page, name).waitFor()
  await button(page, 'More').click()
  for (const name of ['Copy the link', 'Import a HAR file…', /^All as HAR \(/, /^All as HAR, with secrets/]) {
    await page.getByRole('menuitem', { name }).waitFor()
  }
  t.equal(await width(), 360)
  t.same(await axe(page, '.bottom-bar'), [], 'the menu')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: 'Import a HAR file…' }).click()
  ])
  await chooser.setFiles({ name: 'a.har', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') })
  await page.getByText(/Not imported/).waitFor()
  await fromMore(page, 'Keyboard shortcuts')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row').nth(3).click()
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  t.equal(await width(), 360)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Request details' }).waitFor({ state: 'detached' })
  await grid(page).waitFor()
  await page.getByRole('row').nth(3).click()
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  await page.goBack()
  await grid(page).waitFor()
})

for (const [title, viewport] of Object.entries({ wide: WIDE, narrow: NARROW })) {
  // If no Chinese font is installed, the glyphs that replace its letters are as wide.
  t.test(`in Chinese no label of the page is cut off on a ${title} screen`, async t => {
    const page = await openPage(t, browser, pageUrl(replica, shop), { locale: 'zh-CN', viewport })
    await page.getByRole('row').nth(3).waitFor()
    t.same(await page.evaluate(CUT_OFF), [], 'the list')
    await page.getByRole('row').nth(3).click()
    await page.getByRole('tab').first().waitFor()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      t.same(await page.evaluate(CUT_OFF), [], String(await tab.textContent()))
    }
  })
}

t.test('the page works if localStorage and sessionStorage throw', async t => {
  const context = await browser.newContext({ locale: 'en-GB' })
  t.teardown(() => context.close())
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get () { throw new DOMException('no', 'SecurityError') } })
    }
  })
  const page = await context.newPage()
  await page.goto(pageUrl(replica, shop))
  await live(page)
  await fromMore(page, 'Theme')
})

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)><a href="javascript:alert(4)">a</a>' +
  '<style>*{display:none}</style>'
const ODD = '\u202e\u2066\u200b\ufeff\u0000\u001b[31m\ud800\udfff\udc00'
for (const [title, text] of Object.entries({
  'scripts, handlers and styles': SCRIPT,
  'what turns text around, or is not seen': ODD,
  'one word of a megabyte': 'x'.repeat(1_000_000),
  'names of prototypes': '{"__proto__":{"a":1},"constructor":{"prototype":{}},"toString":null}',
  'addresses of elsewhere': 'https://evil.example/a.png?"><link rel=stylesheet href=//evil.example/a.css>'
})) {
  t.test(`hostile content in any field is shown as text only: ${title}`, async t => {
    const session = newSession()
    const long = text.length > 10_000
    await pushed(replica, session, {
      api: long ? `/${text}` : text,
      method: 'POST',
      requestId: text.slice(0, 100),
      timeConsuming: 3,
      requestHeader: `content-type: text/html\r\nx-a: ${text}`,
      responseHeader: `HTTP/1.1 200 ${text}\r\ncontent-type: text/html\r\nset-cookie: a=${text}`,
      request: text,
      response: text,
      pageParams: JSON.stringify({ url: text, title: text }),
      storage: JSON.stringify({ [text]: text }),
      source: text.slice(0, 128),
      via: text.slice(0, 10),
      note: text.slice(0, 1000)
    })
    await uploaded(replica, session)
    const page = await openPage(t, browser, pageUrl(replica, session))
    await page.getByRole('row').nth(1).click()
    const details = page.getByRole('region', { name: 'Request details' })
    await details.getByRole('tab').first().waitFor()
    for (const tab of await details.getByRole('tab').all()) {
      await tab.click()
      await details.getByRole('tabpanel').first().waitFor()
    }
    await page.getByRole('combobox', { name: 'Filter' }).fill(text.slice(0, 50))
    t.equal(await page.locator('main script, main style, main link, main svg[onload], main img[src="x"]').count(), 0)
  })
}

// Visible controls and headings whose text is wider than they are.
const CUT_OFF = `[...document.querySelectorAll('button, [role=tab], .list-head-name, label, h2, h3, dt, th, summary, .connection span')]
  .filter(element => element.checkVisibility() && !element.querySelector('.data') && !element.closest('.data, .narrow .list-header'))
  .filter(element => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
  .map(element => element.textContent + ' ' + element.className)`

async function shown (t: Test, options: OpenOptions = {}): Promise<Page> {
  const page = await openPage(t, browser, pageUrl(replica, shop), options)
  await page.locator('.connection.live').waitFor()
  await page.getByRole('row').nth(3).waitFor()
  return page
}
