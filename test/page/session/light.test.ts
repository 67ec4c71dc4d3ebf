// A tab drops long texts: they really leave its memory. Each part of the page that needs such a text loads it again, or says why it cannot.
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

/** A device with so little memory that the page holds at most ten of the sixty texts. */
const LITTLE = async (page: Page) => await page.addInitScript("Object.defineProperty(navigator, 'deviceMemory', { value: 0.01 })")

/** `isWatched`: the page is opened before the requests are pushed. */
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

/** The number of responses among all strings in the page's memory. */
async function responsesIn (page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  let snapshot = ''
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => { snapshot += chunk })
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  const { strings } = JSON.parse(snapshot) as { strings: string[] }
  return strings.filter(text => text.startsWith(MARKER)).length
}

t.test('old bodies leave the memory, rows keep all that they show, and opening an entry loads its body again', async t => {
  const { page, entries, askedFor } = await open(t, {}, true)
  const held = await responsesIn(page)
  t.ok(held > 0 && held <= 10, `${held} responses are in memory`)
  await page.keyboard.press('Home')
  const row = grid(page).getByRole('row', { name: /orders\/3\b/ })
  await row.waitFor()
  t.match(await row.innerText(), /1001[^]*json[^]*4/)
  await button(page, 'Errors').click()
  await count(page).getByText(`1 of ${COUNT}`).waitFor()
  await button(page, 'All').click()
  await show(page, entries[7]!.id, 'response')
  await details(page).getByText('kettle-7').waitFor()
  t.equal(askedFor(7), 1)
  await show(page, entries[COUNT - 1]!.id, 'response')
  await details(page).getByText(`kettle-${COUNT - 1}`).waitFor()
  t.equal(askedFor(COUNT - 1), 0, 'a new body is in memory')
  await show(page, entries[7]!.id, 'request')
  t.equal(askedFor(7), 1, 'a body that was loaded again is kept for a while')
  await show(page, entries[8]!.id, 'storage')
  await details(page).getByText('Changed since the previous snapshot').waitFor()
  await details(page).getByText('cart').first().waitFor()
  await show(page, entries[9]!.id, `compare&c=${entries[10]!.id}`)
  await page.getByRole('region', { name: 'Comparison' }).getByText('kettle-9').first().waitFor()
  await responsesIn(page).then(held => t.ok(held <= 14, `${held} responses are in memory`))
})

t.test('filters search dropped texts: words in the service, regexes in streamed texts; the last query wins', async t => {
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

t.test('a custom column has its values also for entries whose bodies were dropped', async t => {
  const { page } = await open(t)
  await page.setViewportSize({ width: 1600, height: 900 })
  await button(page, 'Columns and rows').click()
  await page.getByRole('textbox', { name: 'Name or path', exact: true }).fill('word')
  await page.getByLabel('From', { exact: true }).selectOption('json')
  await button(page, 'Add').click()
  await page.keyboard.press('Escape')
  // The button that opened the menu has the focus.
  await grid(page).focus()
  await page.keyboard.press('Home')
  await grid(page).getByRole('gridcell', { name: 'kettle-0', exact: true }).waitFor()
})

t.test('exporting, copying and sending again use the bodies that were dropped', async t => {
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

t.test('the details say if an entry was deleted meanwhile, and offer a retry if the service is unreachable', async t => {
  const { page, session, entries } = await open(t, { expected: [/404|Failed to load|ERR_FAILED/] })
  await button(page, 'Pause').click()
  await call(replica, `/capture/entries/${entries[1]!.id}?sessionId=${session}`, { method: 'DELETE' })
  await show(page, entries[1]!.id, 'response')
  await details(page).getByText('This request was deleted or evicted.').waitFor()
  await page.keyboard.press('y')
  await page.getByText('Nothing copied: the request was deleted or evicted').waitFor()
  await page.route('**/capture/entries/*', async route => await route.abort())
  await show(page, entries[2]!.id, 'response')
  await details(page).getByRole('alert').getByText('could not be loaded again').waitFor()
  t.same(await axe(page, '.detail'), [])
  await page.unroute('**/capture/entries/*')
  await details(page).getByRole('button', { name: 'Try again' }).click()
  await details(page).getByText('kettle-2').waitFor()
})
