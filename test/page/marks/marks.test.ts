// Marks in the page: set by keyboard, mouse and menu, shown at once in every page of the session, and read by screen readers.
import t from 'tap'
import type { Page } from 'playwright-core'
import { call, list, newSession, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'

const house = await startHouse(t, { replicas: 2 })
const [here, there] = house.replicas
const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const marks = async (session: string) => (await list(here!, session)).map(({ mark }) => mark)

t.test('a mark that is set by keyboard appears at once in a page on another replica', async t => {
  const session = newSession()
  for (const api of ['/first', '/second', '/third']) await pushed(here!, session, { api })
  const [mine, theirs] = [
    await openPage(t, house.browser, pageUrl(here!, session)), await openPage(t, house.browser, pageUrl(there!, session))
  ]
  await row(theirs, /\/third/).waitFor()
  await row(mine, /\/second/).click()
  await mine.keyboard.press('p')
  await mine.keyboard.press('1')
  await row(theirs, /^GET .*\/second.*, pinned, marked red$/).waitFor()
  t.equal(await row(theirs, /\/second/).evaluate(element => element.classList.contains('red')), true)

  await mine.keyboard.press('n')
  await mine.getByRole('textbox', { name: 'Note' }).fill('why twice?')
  await mine.keyboard.press('Enter')
  await row(theirs, /, pinned, marked red, note: why twice\?$/).waitFor()
  await row(mine, /, pinned, marked red, note: why twice\?$/).waitFor()
  t.same(await marks(session), [undefined, { pinned: true, color: 'red', note: 'why twice?' }, undefined])

  await mine.keyboard.press('1')
  await mine.keyboard.press('p')
  await row(theirs, /\/second, note: why twice\?$/).waitFor()
  t.same(await axe(mine), [])
})

t.test('a mark is set on all selected rows, and the same key removes it from all', async t => {
  const session = newSession()
  for (const api of ['/a', '/b', '/c']) await pushed(here!, session, { api })
  const page = await openPage(t, house.browser, pageUrl(here!, session))
  await row(page, /\/a/).click()
  await row(page, /\/b/).click({ modifiers: ['Shift'] })
  await page.keyboard.press('4')
  await row(page, /\/b.*marked green/).waitFor()
  await until('both have it', async () => (await marks(session)).filter(mark => mark?.color === 'green').length === 2)
  await page.keyboard.press('4')
  await until('none has it', async () => (await marks(session)).every(mark => mark === undefined))
})

t.test('the details show and set marks by mouse, in dark mode on a small screen', async t => {
  const session = newSession()
  const id = await pushed(here!, session, { api: '/a' })
  const page = await openPage(t, house.browser, pageUrl(here!, session, `#e=${id}`),
    { viewport: NARROW, hasTouch: true, colorScheme: 'dark' })
  const bar = page.getByRole('group', { name: 'Mark', exact: true })
  await bar.getByRole('button', { name: 'Pin' }).click()
  await bar.getByRole('button', { name: 'Purple' }).click()
  await bar.getByRole('button', { name: 'Purple', pressed: true }).waitFor()
  await bar.getByRole('button', { name: 'Pin', pressed: true }).waitFor()
  t.same(await marks(session), [{ pinned: true, color: 'purple' }])
  t.same(await axe(page), [])
  await bar.getByRole('textbox', { name: 'Note' }).fill('lost')
  await page.keyboard.press('Escape')
  t.equal(await bar.getByRole('textbox', { name: 'Note' }).inputValue(), '', 'Escape restores the note')
  await call(there!, `/capture/entries/${id}/mark?sessionId=${session}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"note":"from elsewhere"}' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#mark-note')?.value === 'from elsewhere')
  await bar.getByRole('button', { name: 'Pin', pressed: false }).waitFor()
})

t.test('the context menu of a cell pins a request, and is:pinned finds it', async t => {
  const session = newSession()
  for (const api of ['/a', '/b']) await pushed(here!, session, { api })
  const page = await openPage(t, house.browser, pageUrl(here!, session))
  await row(page, /\/b/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await row(page, /\/b.*, pinned$/).waitFor()
  await page.getByRole('combobox', { name: 'Filter' }).fill('is:pinned ')
  await row(page, /\/a/).waitFor({ state: 'detached' })
  t.equal(await row(page, /\/b/).count(), 1)
  t.same(await marks(session), [undefined, { pinned: true }])
})

t.test('a mark that the service refuses shows the error, and is not shown as set', async t => {
  const session = newSession()
  const id = await pushed(here!, session, { api: '/a' })
  const page = await openPage(t, house.browser, pageUrl(here!, session, `#e=${id}`), { expected: [/404/] })
  await page.route('**/mark?*', route => route.fulfill({ status: 404, json: { error: 'Not found' } }))
  await page.getByRole('group', { name: 'Mark', exact: true }).getByRole('button', { name: 'Red' }).click()
  await page.getByText('The request does not exist any more.').waitFor()
  t.equal(await page.getByRole('button', { name: 'Red', pressed: true }).count(), 0)
})

t.test('a hostile note is shown as text', async t => {
  const session = newSession()
  const id = await pushed(here!, session, { api: '/a' })
  const note = '<img src=x onerror=alert(1)>\u202e javascript:alert(1)'
  await call(here!, `/capture/entries/${id}/mark?sessionId=${session}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ note }) })
  const page = await openPage(t, house.browser, pageUrl(here!, session, `#e=${id}`))
  await row(page, /note: <img src=x onerror=alert\(1\)>/).waitFor()
  t.equal(await page.getByRole('textbox', { name: 'Note' }).inputValue(), note)
})

t.test('marks that are set while the service is unreachable are sent when it is back', async t => {
  const session = newSession()
  await pushed(here!, session, { api: '/a' })
  const page = await openPage(t, house.browser, pageUrl(here!, session), { expected: [/ERR_|Failed to fetch|WebSocket/] })
  await row(page, /\/a/).click()
  await page.route(/\/mark\?/, async route => await route.abort())
  await page.keyboard.press('p')
  await page.getByText('The service cannot be reached. Marks are sent when it is back.').waitFor()
  await page.keyboard.press('2')
  await page.unroute(/\/mark\?/)
  await until('both are there', async () => {
    const [mark] = await marks(session)
    return mark?.pinned === true && mark.color === 'orange'
  })
})

t.test('what is marked while the code of marks cannot be loaded is done once it can', async t => {
  const session = newSession()
  await pushed(here!, session, { api: '/a' })
  const page = await openPage(t, house.browser, pageUrl(here!, session), {
    expected: [/ERR_|Failed to fetch/],
    before: async page => { await page.route(/\/marking-/, async route => await route.abort()) }
  })
  await row(page, /\/a/).click()
  await page.keyboard.press('p')
  await page.getByText('The service cannot be reached. Marks are sent when it is back.').waitFor()
  await page.keyboard.press('2')
  await page.unroute(/\/marking-/)
  await row(page, /\/a.*pinned, marked orange$/).waitFor()
})
