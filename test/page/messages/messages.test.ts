// The messages tab: it lists, filters, selects and follows messages, including thousands of them; live and in a saved page.
import t, { type Test } from 'tap'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import type { Message } from '../../../src/schema/message.js'
import { newSession, pushed } from '../../support/client.js'
import { pushMessages, range, texts } from '../../support/messages.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'
import { rowNames } from '../list/grid.js'
import { axe } from '../support/axe.js'
import { treeRows } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const house = await startHouse(t)
const { replica, browser } = house

const MIXED: Message[] = [
  { n: 1, at: 1, dir: 'in', kind: 'open', size: 0 },
  { n: 2, at: 2, dir: 'out', kind: 'text', size: 21, text: '{"subscribe":"prices"}' },
  { n: 3, at: 3, dir: 'in', kind: 'binary', size: 3, base64: 'AAH/' },
  { n: 4, at: 4, dir: 'in', kind: 'event', size: 2, text: 'up', event: 'price', lastEventId: '7' },
  { n: 5, at: 5, dir: 'in', kind: 'text', size: 5_000, text: 'plain text', cut: true }
]

async function open (t: Test, messages: unknown[], target = replica): Promise<{ page: Page, session: string }> {
  const session = newSession()
  const id = await pushed(target, session, { requestId: 'r', api: 'wss://a.example/prices', via: 'websocket' })
  if (messages.length > 0) await pushMessages(target, session, 'r', messages)
  const page = await openPage(t, browser, `${pageUrl(target, session)}#e=${id}&t=messages`)
  return { page, session }
}

const list = (page: Page) => page.getByRole('listbox', { name: 'Messages' })
const rows = (page: Page) => list(page).getByRole('option')

t.test('messages are listed with direction, time, size and text; a selected one is shown in full', async t => {
  const { page } = await open(t, MIXED)
  await rows(page).nth(4).waitFor()
  const names = (await rows(page).allInnerTexts()).map(name => name.replace(/\s+/g, ' ').replace(/[\d:.]{12}/, 'TIME'))
  t.same(names, [
    'Received TIME 0 B open', 'Sent TIME 21 B {"subscribe":"prices"}', 'Received TIME 3 B 00 01 ff', 'Received TIME 2 B price up',
    'Received TIME 5 kB plain text'
  ])
  const content = page.getByRole('region', { name: 'Message', exact: true })
  await rows(page).nth(1).click()
  t.same(await treeRows(page, 'Message'), ['▾{1}', 'subscribe: "prices"'])
  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  await content.getByText('00 01 ff').waitFor()
  await page.keyboard.press('ArrowDown')
  await content.getByText('id 7').waitFor()
  await page.keyboard.press('End')
  await content.getByText('Only the first 10 B of 5 kB were kept.').waitFor()
  await content.getByText('plain text').waitFor()
  t.same(await axe(page), [])
  await content.getByRole('button', { name: 'Close the message' }).click()
  await content.waitFor({ state: 'detached' })
})

t.test('the list follows new messages until the user scrolls', async t => {
  const { page, session } = await open(t, texts(range(1, 200)))
  await rows(page).filter({ hasText: 'message 200' }).waitFor()
  await pushMessages(replica, session, 'r', texts(range(201, 300)))
  await rows(page).filter({ hasText: 'message 300' }).waitFor()
  await page.getByRole('status').filter({ hasText: '300 messages' }).waitFor()
  await list(page).hover()
  await page.mouse.wheel(0, -2000)
  await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor()
  const first = await rows(page).first().innerText()
  await pushMessages(replica, session, 'r', texts(range(301, 400)))
  await page.getByRole('status').filter({ hasText: '400 messages' }).waitFor()
  t.equal(await rows(page).first().innerText(), first, 'the list does not scroll')
  await page.getByRole('button', { name: 'Follow' }).click()
  await rows(page).filter({ hasText: 'message 400' }).waitFor()
})

t.test('the list can be filtered by text and direction', async t => {
  const { page } = await open(t, MIXED)
  await page.getByRole('searchbox', { name: 'Filter messages' }).fill('PRICE')
  await page.getByRole('status').filter({ hasText: '2 / 5 messages' }).waitFor()
  await page.getByRole('group', { name: 'Direction' }).getByRole('button', { name: 'Sent' }).click()
  await page.getByRole('status').filter({ hasText: '1 / 5 messages' }).waitFor()
  await page.getByRole('searchbox', { name: 'Filter messages' }).fill('nothing of this')
  await page.getByText('No message matches.').waitFor()
})

t.test('fewer than 100 of 10,000 messages have rows, and dropped messages are counted', async t => {
  const large = await startReplica(t, house.redis, { MAX_MESSAGES: '10000' })
  const { page } = await open(t, texts(range(101, 10_100), n => `m${n}`), large)
  await rows(page).filter({ hasText: 'm10100' }).waitFor()
  await page.getByRole('status').filter({ hasText: '10,000 messages · 100 dropped' }).waitFor()
  t.ok(await rows(page).count() < 100)
  await list(page).focus()
  await page.keyboard.press('Home')
  await rows(page).filter({ hasText: 'm101' }).first().waitFor()
  t.equal(await rows(page).first().getAttribute('aria-setsize'), '10000')
})

t.test('only streams have the tab; it is empty until the first message, or for good if the stream is over', async t => {
  const { page, session } = await open(t, [])
  await page.getByText('No messages yet. They appear here as soon as they arrive.').waitFor()
  await pushMessages(replica, session, 'r', texts([1]))
  await rows(page).first().waitFor()
  const over = await pushed(replica, session, { api: 'wss://a.example/none', via: 'websocket', timeConsuming: 5 })
  const ended = await openPage(t, browser, `${pageUrl(replica, session)}#e=${over}&t=messages`)
  await ended.getByText('No messages were recorded.').waitFor()
  const other = await pushed(replica, session, { api: '/plain' })
  const plain = await openPage(t, browser, `${pageUrl(replica, session)}#e=${other}&t=messages`)
  await plain.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  t.equal(await plain.getByRole('tab', { name: 'Messages' }).count(), 0)
})

t.test('a saved page shows messages without the service', async t => {
  const { page, session } = await open(t, MIXED)
  await rows(page).nth(4).waitFor()
  const folder = await mkdtemp(join(tmpdir(), 'earshot-messages-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'saved.html')
  await writeFile(file, await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text())
  const saved = await openPage(t, browser, `${pathToFileURL(file).href}${new URL(page.url()).hash}`)
  await rows(saved).nth(4).waitFor()
  await rows(saved).nth(1).click()
  t.same(await treeRows(saved, 'Message'), ['▾{1}', 'subscribe: "prices"'])
})

t.test('the filter finds requests by their messages, also by those that arrive later, and in a saved page', async t => {
  const session = newSession()
  for (const requestId of ['prices', 'orders', 'plain']) {
    await pushed(replica, session, { requestId, api: `wss://a.example/${requestId}`, via: 'websocket', response: 'shipped' })
  }
  await pushMessages(replica, session, 'prices', texts([1, 2], () => 'tick'))
  await pushMessages(replica, session, 'orders', texts([1, 2], n => `order ${n} shipped`))
  const page = await openPage(t, browser, pageUrl(replica, session))
  const shows = async (page: Page, ...names: string[]) => await until(`the list shows ${names.join(', ')}`, async () =>
    JSON.stringify((await rowNames(page)).map(name => /prices|orders|plain/.exec(name)?.[0])) === JSON.stringify(names))
  await shows(page, 'prices', 'orders', 'plain')
  const box = (page: Page) => page.getByRole('combobox', { name: 'Filter', exact: true })
  await box(page).fill('message:"2 SHIPPED"')
  await shows(page, 'orders')
  await pushMessages(replica, session, 'prices', texts([3], () => '2 shipped'))
  await shows(page, 'prices', 'orders')
  await box(page).fill('-message:"2 shipped"')
  await shows(page, 'plain')
  const folder = await mkdtemp(join(tmpdir(), 'earshot-messages-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'saved.html')
  await writeFile(file, await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text())
  const saved = await openPage(t, browser, pathToFileURL(file).href)
  await box(saved).fill('message:tick')
  await shows(saved, 'prices')
})
