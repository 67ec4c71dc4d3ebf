// Copying: the clipboard gets exactly the output of src/snippets, in every format, and the last format is remembered.
import t from 'tap'
import { list, newSession, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { COLLECTIONS } from '../../../src/snippets/collections.js'
import { FORMATS } from '../../../src/snippets/formats.js'
import { pythonProgram } from '../../../src/snippets/python.js'
import { FORMS } from '../../../src/web/viewer/copy/form-list.js'
import { clipboard, WITH_CLIPBOARD } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const house = await startHouse(t)
const FIELDS = {
  api: 'https://shop.example/api/v2?a=1&b=[x]',
  method: 'POST',
  timeConsuming: 7,
  request: '{"it\'s":"$HOME `x` 100% 12345678901234567890"}',
  response: '{"token":"abc"}',
  requestHeader: 'Host: shop.example\nAuthorization: Bearer secret\nContent-Type: application/json\nCookie: a=1',
  responseHeader: 'HTTP/1.1 200 OK'
}

async function open (t: Parameters<typeof openPage>[0], fields = FIELDS) {
  const session = newSession()
  const id = await pushed(house.replica, session, fields)
  const page = await openPage(t, house.browser, pageUrl(house.replica, session, `#e=${id}&t=overview`), WITH_CLIPBOARD)
  page.setDefaultTimeout(15_000)
  const [entry] = await list(house.replica, session)
  return { page, entry: entry! }
}

t.test('the menu has every format of src/snippets, with its label', async t => {
  for (const { id, label } of [...FORMATS, ...COLLECTIONS]) {
    const form = FORMS.find(form => form.id === id)
    t.ok(form, id)
    if (form && 'label' in form) t.equal(form.label, label)
  }
})

t.test('each format copies the output of src/snippets', async t => {
  const { page, entry } = await open(t)
  for (const { id, label, copy } of FORMATS) {
    const snippet = copy(entry)
    if (!('text' in snippet)) { t.fail(id); continue }
    await page.getByRole('button', { name: 'Other formats' }).click()
    await page.getByRole('menuitem', { name: id === 'markdown' ? 'Markdown, without secrets' : label }).first().click()
    await until(`${id} is on the clipboard`, async () => await clipboard(page) === snippet.text, 10_000)
  }
})

t.test('a HAR is copied without secrets, or with them on request', async t => {
  const { page } = await open(t)
  for (const [name, hasSecret] of [['HAR, without secrets', false], ['HAR, with secrets', true]] as const) {
    await page.getByRole('button', { name: 'Other formats' }).click()
    await page.getByRole('menuitem', { name }).click()
    await until(name, async () => {
      const text = await clipboard(page)
      return (JSON.parse(text) as { log: { entries: unknown[] } }).log.entries.length === 1 && text.includes('Bearer secret') === hasSecret
    }, 10_000)
  }
})

t.test('c copies in the last format, also after a reload; y copies the response', async t => {
  const { page, entry } = await open(t)
  await page.getByRole('button', { name: 'Other formats' }).click()
  await page.getByRole('menuitem', { name: 'PowerShell' }).click()
  await page.reload()
  await page.getByTitle('Copy as PowerShell (c)').waitFor()
  await page.keyboard.press('y')
  await until('the response is copied', async () => await clipboard(page) === entry.response, 10_000)
  await page.keyboard.press('c')
  await until('PowerShell is copied', async () => (await clipboard(page)).includes('Invoke-WebRequest'), 10_000)
  await page.getByText('Copied as PowerShell').waitFor()
})

t.test('a request that a format cannot express shows an error', async t => {
  const { page } = await open(t, { ...FIELDS, api: 'about:blank' })
  await page.getByTitle(/Copy as cURL/).click()
  await page.getByText('Only requests to http or https addresses can be copied in this format.').waitFor()
})

t.test('several selected requests are copied together, in each format', async t => {
  const session = newSession()
  for (const n of [1, 2, 3]) await pushed(house.replica, session, { ...FIELDS, api: `https://shop.example/api/${n}` })
  const page = await openPage(t, house.browser, pageUrl(house.replica, session), WITH_CLIPBOARD)
  page.setDefaultTimeout(15_000)
  await page.getByRole('row', { name: /api\/1 / }).click()
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  await page.getByRole('row', { name: /api\/3 / }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Copy 3', exact: true }).waitFor()
  const entries = await list(house.replica, session)
  const wanted = [
    ...COLLECTIONS.map(({ label, copy }) => [label, copy(entries, { name: session }).text] as const),
    ['Python (requests)', pythonProgram(entries.map(entry => textOf('python', entry)))] as const,
    ['cURL (bash)', entries.map(entry => textOf('curl-bash', entry)).join('\n\n')] as const
  ]
  for (const [label, text] of wanted) {
    await page.getByRole('button', { name: 'Other formats' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    await until(`${label} is in the clipboard`, async () => await clipboard(page) === text, 10_000)
  }
  await page.getByRole('row', { name: /api\/2 / }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
})

t.test('the menu of a row copies all selected rows as a shell script, Python or a Postman collection, without opening one', async t => {
  const session = newSession()
  for (const n of [1, 2, 3]) await pushed(house.replica, session, { ...FIELDS, api: `https://shop.example/api/${n}` })
  const page = await openPage(t, house.browser, pageUrl(house.replica, session), WITH_CLIPBOARD)
  page.setDefaultTimeout(15_000)
  const rows = page.getByRole('row', { name: /api\/\d/ })
  await rows.nth(0).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy as cURL (bash) c' }).click()
  const entries = await list(house.replica, session)
  await until('one is in the clipboard', async () => await clipboard(page) === textOf('curl-bash', entries[0]!), 10_000)
  await rows.nth(2).click({ modifiers: ['Shift'] })
  for (const [label, text] of [
    ...COLLECTIONS.map(({ label, copy }) => [label, copy(entries, { name: session }).text] as const),
    ['Python (requests)', pythonProgram(entries.map(entry => textOf('python', entry)))] as const
  ]) {
    await rows.nth(1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: `Copy 3 as ${label}` }).click()
    await until(`${label} is in the clipboard`, async () => await clipboard(page) === text, 10_000)
    await page.getByText(`Copied 3 as ${label}`).waitFor()
  }
  t.equal(await page.getByRole('region', { name: 'Request details' }).count(), 0)
})

function textOf (id: string, entry: Parameters<typeof FORMATS[number]['copy']>[0]): string {
  const made = FORMATS.find(format => format.id === id)?.copy(entry)
  return made && 'text' in made ? made.text : ''
}
