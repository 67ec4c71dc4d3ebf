// Deleting and clearing while the list loads, while it is paused, or while requests arrive. Deleting removes only the selected requests.
// Clearing removes all requests up to the newest one that the page shows. Neither removes a later request.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { list, newSession, pushBatch, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, grid, live } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const COUNT = 200

t.test('a clear while the list loads removes all up to the newest shown entry, and no later one', async t => {
  const { page, session, release, sent } = await listing(t)
  await button(page, 'Clear').click()
  await rows(page, 0)
  await page.getByText('Deleting all requests').waitFor()
  const late = await pushed(replica, session, { api: '/late', timeConsuming: 1 })
  await release()
  await rows(page, 1)
  t.same((await list(replica, session)).length, COUNT + 1, 'it can still be undone')
  await page.clock.runFor(5000)
  await until('it is cleared', async () => (await list(replica, session)).length === 1)
  t.same((await list(replica, session)).map(({ id }) => id), [late])
  t.equal(sent.length, 1)
  await page.clock.runFor(1000)
  await rows(page, 1)
})

t.test('undoing a clear while the list loads restores all entries', async t => {
  const { page, session, release, sent } = await listing(t)
  await button(page, 'Clear').click()
  await rows(page, 0)
  await release()
  await button(page, 'Undo').click()
  await page.clock.runFor(1000)
  await rows(page, COUNT)
  t.same([sent, (await list(replica, session)).length], [[], COUNT])
})

t.test('deleting all loaded entries is not a clear while others are not loaded', async t => {
  const { page, session } = await listing(t)
  await selectAll(page, 60)
  await page.keyboard.press('Delete')
  await rows(page, 0)
  await page.getByText('Deleting 60 requests').waitFor()
  await page.clock.runFor(6000)
  await until('those are deleted', async () => (await list(replica, session)).length <= COUNT - 60)
  t.same((await list(replica, session)).map(({ api }) => api), Array.from({ length: COUNT - 60 }, (_, n) => `/n/${n}`))
})

t.test('deleting all of a loaded list sends one request, and keeps an entry that arrives meanwhile', async t => {
  const session = await filled(5)
  const page = await openPage(t, browser, pageUrl(replica, session))
  const sent = deletions(page)
  await live(page)
  await page.clock.install()
  await rows(page, 5)
  await selectAll(page, 5)
  await page.keyboard.press('Delete')
  await page.getByText('Deleting 5 requests').waitFor()
  const late = await pushed(replica, session, { api: '/late', timeConsuming: 1 })
  await page.clock.runFor(6000)
  await until('they are deleted', async () => (await list(replica, session)).length === 1)
  t.same((await list(replica, session)).map(({ id }) => id), [late])
  t.equal(sent.length, 1)
})

t.test('a clear of a paused list keeps requests that wait', async t => {
  const session = await filled(2)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await live(page)
  await rows(page, 2)
  await button(page, 'Pause').click()
  const late = await pushed(replica, session, { api: '/late', timeConsuming: 1 })
  await page.getByText('1 waiting').waitFor()
  await button(page, 'Clear').click()
  await page.getByText('Deleting 2 requests').waitFor()
  await page.goto('about:blank')
  await until('they are deleted', async () => (await list(replica, session)).length === 1)
  t.same((await list(replica, session)).map(({ id }) => id), [late])
})

t.test('one undo restores both a clear and a deletion that followed it', async t => {
  const session = await filled(3)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await live(page)
  await page.clock.install()
  await rows(page, 3)
  await button(page, 'Clear').click()
  await rows(page, 0)
  for (const api of ['/late', '/kept']) await pushed(replica, session, { api, timeConsuming: 1 })
  await page.clock.runFor(1000)
  await rows(page, 2)
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.getByText('Deleting 4 requests').waitFor()
  await button(page, 'Undo').click()
  await page.clock.runFor(1000)
  await rows(page, 5)
  await button(page, 'Clear').click()
  await page.clock.runFor(6000)
  await until('it is cleared', async () => (await list(replica, session)).length === 0)
  await page.clock.runFor(1000)
  await rows(page, 0)
})

async function filled (count: number): Promise<string> {
  const session = newSession()
  await pushBatch(replica, session, Array.from({ length: count }, (_, n) => ({ api: `/n/${n}`, method: 'GET', timeConsuming: 1 })))
  return session
}

/** A page with the newest 60 entries of a session; its list waits for `release`, and its clock stands still. */
async function listing (t: Test) {
  const session = await filled(COUNT)
  let release = () => {}
  const released = new Promise<void>(resolve => { release = resolve })
  const hold = async (page: Page) => {
    await page.route(/capture\/entries\?(?!.*last=)/, async route => {
      if (route.request().method() === 'GET') await released
      await route.continue()
    })
  }
  const page = await openPage(t, browser, pageUrl(replica, session), { before: hold })
  const sent = deletions(page)
  await rows(page, 60)
  await page.clock.install()
  const releaseAll = async () => {
    release()
    await until('the list is whole', async () => {
      await page.clock.runFor(100)
      return await page.getByRole('status', { name: 'Connection' }).getByText('Live', { exact: true }).isVisible()
    })
  }
  return { page, session, release: releaseAll, sent }
}

function deletions (page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => { if (request.method() === 'DELETE') sent.push(request.url()) })
  return sent
}

async function selectAll (page: Page, count: number): Promise<void> {
  await grid(page).focus()
  await page.keyboard.press('Home')
  for (let n = 1; n < count; n++) await page.keyboard.press('Shift+ArrowDown')
}

async function rows (page: Page, count: number): Promise<void> {
  await until(`there are ${count} rows`, async () => Number(await grid(page).getAttribute('aria-rowcount')) === count + 1)
}
