// The hint below the filter, which reports likely mistakes, in a real browser.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { problemsOf } from '../list/axe-list.js'
import { gridOf, rowNames } from '../list/grid.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { until } from '../../support/until.js'

const { replica, browser } = await startHouse(t)

async function openWith (t: Test, filter: string, options = {}): Promise<Page> {
  const session = newSession()
  await pushed(replica, session, { api: '/fine', responseHeader: 'HTTP/1.1 200 OK', timeConsuming: 1 })
  await pushed(replica, session, { api: '/broken', responseHeader: 'HTTP/1.1 500 No', response: 'status:(500', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(replica, session), options)
  await gridOf(page).waitFor()
  await filterOf(page).fill(filter)
  return page
}

const filterOf = (page: Page) => page.getByRole('combobox', { name: 'Filter' })
const hintOf = (page: Page) => page.locator('.filter-hint')

t.test('an unknown key is reported, and one click replaces it with the likely one', async t => {
  const page = await openWith(t, 'fine OR staus:5xx')
  await hintOf(page).waitFor()
  t.match(await hintOf(page).textContent(), 'There is no key “staus:”. Did you mean “status:”?')
  t.same(await problemsOf(page), [])
  await hintOf(page).getByRole('button', { name: 'Use status:5xx' }).click()
  t.equal(await filterOf(page).inputValue(), 'fine OR status:5xx')
  await hintOf(page).waitFor({ state: 'detached' })
  await until('both are shown', async () => (await rowNames(page)).length === 2)
})

t.test('each kind of mistake has its own message and correction', async t => {
  const page = await openWith(t, '')
  for (const [typed, sentence, better] of [
    ['is:eror', 'The key “is” does not take “eror”.', 'is:error'],
    ['status:(500', '“status:(500” has an unmatched bracket.', '"status:(500"'],
    ['unknownest:1', 'There is no key “unknownest:”.', '"unknownest:1"'],
    ['/[/', '“/[/” is not a valid regular expression.', '"/[/"'],
    ['status=500', '“status=500” is searched for as text.', 'status:500'],
    ['path:/orders or is:error', '“or” is searched for as text.', 'path:/orders OR is:error'],
    ['NOT is:error', '“NOT” is searched for as text.', '-is:error'],
    ['body:"open', 'A quotation mark in “body:"open” is never closed.', '"body:open"']
  ] as const) {
    await filterOf(page).fill(typed)
    await hintOf(page).getByText(sentence).waitFor()
    await hintOf(page).getByRole('button').click()
    t.equal(await filterOf(page).inputValue(), better)
    await hintOf(page).waitFor({ state: 'detached' })
  }
})

t.test('correct and unfinished filters show no hint', async t => {
  const page = await openWith(t, 'staus:500')
  await hintOf(page).waitFor()
  // The hint waits until the user stops typing; from here on, the test controls the clock.
  await page.clock.install()
  for (const typed of ['status:', 'status:5xx -host:a', 'is:err', 'https://a.example/b', '"staus:500"', '']) {
    await filterOf(page).fill(typed)
    await page.clock.runFor(1000)
    t.equal(await hintOf(page).count(), 0, typed)
  }
  await filterOf(page).fill('staus:500')
  await page.clock.runFor(1000)
  await hintOf(page).waitFor()
})

t.test('at 360 px the hint fits the screen, and its button is large enough to touch', async t => {
  const page = await openWith(t, `(${'long'.repeat(60)}`, { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true })
  await hintOf(page).waitFor()
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  t.ok((await hintOf(page).getByRole('button').boundingBox())!.height >= 44, 'the button is at least 44 px high')
})

t.test('an excluded word that may become a key does not filter while it is typed', async t => {
  const page = await openWith(t, '')
  const names = ['GET 200 /fine', 'GET 500 /broken']
  await until('it is typed without a pause', async () => {
    await filterOf(page).fill('')
    if ((await rowNames(page)).length < names.length) return false
    const { counts, longestMs } = await rowsWhileTyping(page, '-host')
    if (longestMs > 500) return false
    t.same(counts, Array.from('-host', () => 2))
    return true
  })
  await page.keyboard.type(':')
  t.same(await rowNames(page), names, 'a key without a value does not filter')
  await filterOf(page).fill('-fine')
  await until('a word that is no key excludes', async () => (await rowNames(page)).join() === 'GET 500 /broken')
  await filterOf(page).fill('-status')
  await page.keyboard.press('Enter')
  await until('so does one that is meant', async () => (await rowNames(page)).join() === 'GET 200 /fine')
})

// Types in the page itself: after a pause of 0.7 s, a word counts as meant, and a key press from here may take longer.
async function rowsWhileTyping (page: Page, text: string): Promise<{ counts: number[], longestMs: number }> {
  return await page.evaluate(async letters => {
    const counts: number[] = []
    let longestMs = 0
    for (const letter of letters) {
      const startMs = performance.now()
      document.execCommand('insertText', false, letter)
      await new Promise(resolve => { requestAnimationFrame(() => { requestAnimationFrame(resolve) }) })
      counts.push(Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) - 1)
      longestMs = Math.max(longestMs, performance.now() - startMs)
    }
    return { counts, longestMs }
  }, [...text])
}
