// The actions on a session: pause, delete, clear, undo, share; and its token.
import t from 'tap'
import type { Page } from 'playwright-core'
import { list, newSession, pushed } from '../../support/client.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, connection, grid, live } from '../support/parts.js'
import { rows, watching } from '../support/watching.js'

const house = await startHouse(t)
const { redis, replica, browser } = house
const UNAUTHORIZED = { expected: [/401/, /WebSocket connection/] }

t.test('a paused list does not change, and shows how many requests wait', async t => {
  const { page, session } = await watching(t, house, 2)
  await button(page, 'Pause').click()
  for (const n of [3, 4]) await pushed(replica, session, { api: `/n/${n}`, timeConsuming: 1 })
  await page.getByText('2 waiting').waitFor()
  await rows(page, 2)
  await button(page, 'Resume').click()
  await rows(page, 4)
  await page.getByText('waiting').waitFor({ state: 'detached' })
})

t.test('a clear that is undone sends no request', async t => {
  const { page, session } = await watching(t, house, 3)
  const sent = deletions(page)
  await button(page, 'Clear').click()
  await rows(page, 0)
  await page.getByText('Deleting 3 requests').waitFor()
  await button(page, 'Undo').click()
  await rows(page, 3)
  t.same(sent, [])
  t.equal((await list(replica, session)).length, 3)
})

t.test('a clear is sent after five seconds, not before', async t => {
  const { page, session } = await watching(t, house, 3)
  await page.clock.install()
  await button(page, 'Clear').click()
  await page.clock.runFor(4500)
  t.equal((await list(replica, session)).length, 3)
  await page.clock.runFor(1000)
  await until('it is cleared', async () => (await list(replica, session)).length === 0)
  t.equal(await button(page, 'Undo').count(), 0)
  await rows(page, 0)
})

t.test('closing the page within the five seconds sends the deletion', async t => {
  const { page, session } = await watching(t, house, 3)
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await rows(page, 1)
  t.equal((await list(replica, session)).length, 3)
  await page.goto('about:blank')
  await until('they are deleted', async () => (await list(replica, session)).length === 1)
  const other = await openPage(t, browser, pageUrl(replica, session))
  await rows(other, 1)
  await button(other, 'Clear').click()
  await other.close()
  await until('it is cleared', async () => (await list(replica, session)).length === 0)
})

t.test('a request that arrives within the five seconds of a clear stays', async t => {
  const { page, session } = await watching(t, house, 3)
  await page.clock.install()
  await button(page, 'Clear').click()
  const id = await pushed(replica, session, { api: '/late', timeConsuming: 1 })
  await page.clock.runFor(1000)
  await rows(page, 1)
  await page.clock.runFor(5000)
  await until('the others are deleted', async () => (await list(replica, session)).length === 1)
  t.same((await list(replica, session)).map(entry => entry.id), [id])
  await page.clock.runFor(1000)
  await rows(page, 1)
})

t.test('a clear that the service refuses restores the list, and shows the reason', async t => {
  const { page } = await watching(t, house, 2, { expected: [/503/] })
  await page.route('**/capture/entries?*', async route => {
    if (route.request().method() !== 'DELETE') return await route.continue()
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"The store is not available at the moment"}' })
  })
  await page.clock.install()
  await button(page, 'Clear').click()
  await page.clock.runFor(6000)
  await page.getByText('The store is not available at the moment').waitFor()
  await rows(page, 2)
})

t.test('a shared link shows the same filter and entry', async t => {
  const { page, session } = await watching(t, house, 3, { permissions: ['clipboard-read', 'clipboard-write'] }, '&filter=path%3A%2Fn%2F2')
  await rows(page, 1)
  await grid(page).getByRole('row').nth(1).click()
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  await button(page, 'Share').click()
  const link = await page.evaluate(async () => await navigator.clipboard.readText())
  t.match(new URL(link).searchParams.get('sessionId'), session)
  const other = await openPage(t, browser, link)
  await other.getByRole('region', { name: 'Request details' }).waitFor()
  await rows(other, 1)
})

t.test('the page asks for a token if one is needed, and keeps it for this tab only', async t => {
  const guarded = await startReplica(t, redis, { VIEW_TOKENS: 'let-me-see' })
  const session = newSession()
  await pushed(replica, session, { api: '/guarded', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(guarded, session), UNAUTHORIZED)
  await connection(page).getByText('Refused: a token is needed').waitFor()
  const dialog = page.getByRole('dialog', { name: 'A token is needed' })
  await dialog.waitFor()
  t.same(await axe(page, 'dialog'), [])
  await dialog.getByLabel('Token').fill('wrong')
  await dialog.getByRole('button', { name: 'Use this token' }).click()
  await dialog.getByText('The token was not accepted').waitFor()
  await dialog.getByLabel('Token').fill('let-me-see')
  await dialog.getByRole('button', { name: 'Use this token' }).click()
  await rows(page, 1)
  t.notMatch(page.url(), 'let-me-see')
  await page.reload()
  await rows(page, 1)
  t.notMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), 'let-me-see')
  const other = await page.context().newPage()
  await other.goto(pageUrl(guarded, session))
  await other.getByRole('dialog', { name: 'A token is needed' }).waitFor()
})

t.test('a token in the fragment is used and removed from the address; shared links have it only on request', async t => {
  const guarded = await startReplica(t, redis, { VIEW_TOKENS: 'let-me-see' })
  const session = newSession()
  const id = await pushed(replica, session, { api: '/guarded', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(guarded, session, `#e=${id}&token=let-me-see`),
    { permissions: ['clipboard-read', 'clipboard-write'] })
  await live(page)
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  t.notMatch(page.url(), 'token')
  await button(page, 'Share').click()
  await page.getByRole('menuitem', { name: 'Copy the link', exact: true }).click()
  await page.getByText('Copied').waitFor()
  t.notMatch(await page.evaluate(async () => await navigator.clipboard.readText()), 'let-me-see')
  await button(page, 'Share').click()
  await page.getByRole('menuitem', { name: 'Copy the link with the token' }).click()
  await until('it is copied', async () =>
    /#.*token=let-me-see$/.test(await page.evaluate(async () => await navigator.clipboard.readText())))
  const link = new URL(await page.evaluate(async () => await navigator.clipboard.readText()))
  t.notMatch(link.search, 'let-me-see')
})

function deletions (page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => { if (request.method() === 'DELETE') sent.push(request.url()) })
  return sent
}
