// A tab that holds few long texts: the old ones really leave its memory, and whatever needs them gets them anyway, or says why it cannot.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { call, list, newSession, pushBatch } from '../../support/client.js'
import { axe } from '../support/axe.js'
import { WITH_CLIPBOARD, clipboard } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { button, count, entriesOf, grid, live } from '../support/parts.js'

const COUNT = 60
const MARKER = '{"word":"kettle-'
const { replica, browser } = await startHouse(t)

/** A device with so little memory that the page holds ten of these at most, of sixty. */
const LITTLE = async (page: Page) => await page.addInitScript("Object.defineProperty(navigator, 'deviceMemory', { value: 0.01 })")

/** `isWatched`: the page is open before they are pushed. */
async function open (t: Test, options: OpenOptions = {}, isWatched = false) {
  const session = newSession()
  const bodies = Array.from({ length: COUNT }, (_, n) => ({ word: `kettle-${n}`, code: n === 3 ? 1001 : 0, pad: 'x'.repeat(4000) }))
  const pushAll = async () => await pushBatch(replica, session, bodies.map((body, n) => ({
    api: `https://shop.example/orders/${n}`,
    method: 'GET',
    timeConsuming: 5,
    responseHeader: 'HTTP/1.1 200 OK\ncontent-type: application/json',
    response: JSON.stringify(body),
    storage: `{"cart":"${Math.floor(n / 2)}"}`
  })))
  if (!isWatched) await pushAll()
  const asked: string[] = []
  const page = await openPage(t, browser, pageUrl(replica, session), {
    ...options,
    before: async page => {
      await LITTLE(page)
      page.on('request', request => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
    }
  })
  await live(page)
  if (isWatched) await pushAll()
  await count(page).getByText(`${COUNT} requests`).waitFor()
  const entries = await list(replica, session)
  const askedFor = (n: number) => asked.filter(path => path.startsWith(`/capture/entries/${entries[n]!.id}`)).length
  return { session, page, entries, asked, askedFor }
}

const details = (page: Page) => page.getByRole('region', { name: 'Request details' })

async function show (page: Page, id: string, tab: string): Promise<void> {
  await page.evaluate(hash => { location.hash = hash }, `#e=${id}&t=${tab}`)
}

/** Of all strings in the page's memory, the responses. */
async function responsesIn (page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  let snapshot = ''
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => { snapshot += chunk })
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  const { strings } = JSON.parse(snapshot) as { strings: string[] }
  return strings.filter(text => text.startsWith(MARKER)).length
}

t.test('old bodies are gone from memory, what rows say of them is not, and who opens one sees it', async t => {
  const { page, entries, askedFor } = await open(t, {}, true)
  const held = await responsesIn(page)
  t.ok(held > 0 && held <= 10, `${held} responses are in memory`)
  await page.keyboard.press('Home')
  await grid(page).getByRole('row', { name: /orders.*3/ }).first().waitFor()
  t.match(await grid(page).getByRole('row').nth(4).innerText(), /1001[^]*json[^]*4/)
  await button(page, 'Errors').click()
  await count(page).getByText(`1 of ${COUNT}`).waitFor()
  await button(page, 'All').click()
  await show(page, entries[7]!.id, 'response')
  await details(page).getByText('kettle-7').waitFor()
  t.equal(askedFor(7), 1)
  await show(page, entries[COUNT - 1]!.id, 'response')
  await details(page).getByText(`kettle-${COUNT - 1}`).waitFor()
  t.equal(askedFor(COUNT - 1), 0, 'a new one is there')
  await show(page, entries[7]!.id, 'request')
  t.equal(askedFor(7), 1, 'what came again is kept for a while')
  await show(page, entries[8]!.id, 'storage')
  await details(page).getByText('Changed since the previous request').waitFor()
  await details(page).getByText('cart').first().waitFor()
  await show(page, entries[9]!.id, `compare&c=${entries[10]!.id}`)
  await page.getByRole('region', { name: 'Comparison' }).getByText('kettle-9').first().waitFor()
  await responsesIn(page).then(held => t.ok(held <= 14, `${held} responses are in memory`))
})

t.test('filters look into what was let go: words by the service, expressions as it comes by; and what is typed last counts', async t => {
  const { page, asked } = await open(t)
  const filter = page.getByRole('combobox', { name: 'Filter' })
  for (const [text, found] of [
    ['kettle-3', 11], ['json:word=kettle-4', 1], ['-kettle-3 status:200', 49], ['/kettle-1\\d"/', 10], ['storage:"cart\\":\\"5\\""', 2],
    ['kettle-1 path:/orders/12', 1]
  ] as const) {
    await filter.fill(text)
    await count(page).getByText(`${found} of ${COUNT}`).waitFor()
    await page.waitForFunction("!document.querySelector('[aria-label=Count]').classList.contains('busy')")
    t.equal(await count(page).innerText(), `${found} of ${COUNT}`, text)
  }
  const looked = asked.filter(path => path.includes('fields=id')).length
  t.ok(looked > 0 && looked < 14, `the service was asked ${looked} times`)
})

t.test('a column of one\'s own has its values where bodies were let go, those of before and those that it must read again', async t => {
  const { page } = await open(t)
  await page.setViewportSize({ width: 1600, height: 900 })
  await button(page, 'Columns and rows').click()
  await page.getByRole('textbox', { name: 'Name or path', exact: true }).fill('word')
  await page.getByLabel('From', { exact: true }).selectOption('json')
  await button(page, 'Add').click()
  await page.keyboard.press('Escape')
  // The focus is back at the button that opened the menu.
  await grid(page).focus()
  await page.keyboard.press('Home')
  await grid(page).getByRole('gridcell', { name: 'kettle-0', exact: true }).waitFor()
})

t.test('an export, a copy of all and a request to send again have every body', async t => {
  const { page, entries } = await open(t, WITH_CLIPBOARD)
  t.strictSame(await entriesOf(page), entries)
  await show(page, entries[2]!.id, 'overview')
  await details(page).getByRole('button', { name: 'Other formats' }).click()
  await page.getByRole('menuitem', { name: 'Response body' }).click()
  await page.getByText('Copied as Response body').waitFor()
  t.equal(await clipboard(page), entries[2]!.response)
  await show(page, entries[4]!.id, 'overview')
  await button(page, 'Edit and send again').first().click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
})

t.test('what was deleted meanwhile is said, and so is a service out of reach, with a way to try again', async t => {
  const { page, session, entries } = await open(t, { expected: [/404|Failed to load|ERR_FAILED/] })
  await button(page, 'Pause').click()
  await call(replica, `/capture/entries/${entries[1]!.id}?sessionId=${session}`, { method: 'DELETE' })
  await show(page, entries[1]!.id, 'response')
  await details(page).getByText('This request was deleted meanwhile').waitFor()
  await page.route('**/capture/entries/*', async route => await route.abort())
  await show(page, entries[2]!.id, 'response')
  await details(page).getByRole('alert').getByText('could not be loaded again').waitFor()
  t.same(await axe(page, '.detail'), [])
  await page.unroute('**/capture/entries/*')
  await details(page).getByRole('button', { name: 'Try again' }).click()
  await details(page).getByText('kettle-2').waitFor()
})
