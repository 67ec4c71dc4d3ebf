// Bodies of 10 MB can be opened, searched and copied, and only their visible rows are rendered.
import t from 'tap'
import { clipboard, openResponse, treeRows, WITH_CLIPBOARD } from '../support/bodies.js'
import { startHouse } from '../support/house.js'

const house = await startHouse(t, { env: { BODY_LIMIT: '32mb', MAX_SESSION_BYTES: '64mb', MAX_INFLIGHT_BYTES: '128mb' } })
const MEGABYTES = 10 * 1024 * 1024

t.test('10 MB of JSON are a tree that renders only visible rows, and a search finds the last one', async t => {
  const item = JSON.stringify({ id: 12345678, name: 'a name of some length', tags: ['one', 'two'] })
  const response = `[${Array.from({ length: Math.floor(MEGABYTES / (item.length + 1)) }, () => item).join(',')},{"last":"needle"}]`
  const page = await openResponse(t, house, 'application/json', response)
  t.equal((await treeRows(page))[1], '▸0: {3} {"id":12345678,"name":"a name of some length","tags":["one","two"]}')
  t.ok(await page.getByRole('treeitem').count() < 150)
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('needle')
  await page.getByRole('treeitem', { name: 'last: "needle"' }).waitFor()
  await page.getByRole('button', { name: 'Raw' }).click()
  await page.locator('.cm-content').getByText('12345678').first().waitFor()
})

t.test('the start of a long JSON body is pretty-printed first, then all of it', async t => {
  const response = JSON.stringify(Array.from({ length: 30_000 }, (_, n) => ({ id: n, name: n % 100 === 99 ? `needle ${n}` : '' })))
  const page = await openResponse(t, house, 'application/json', response)
  await page.evaluate(`
    globalThis.heights = []
    new MutationObserver(() => {
      const content = document.querySelector('.editor-place')?.shadowRoot.querySelector('.cm-content')
      if (content) heights.push(content.scrollHeight)
    }).observe(document.querySelector('.detail'), { subtree: true, childList: true })`)
  await page.getByRole('button', { name: 'Pretty', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('needle')
  await page.locator('.body-found').getByText('1 of 300').waitFor()
  const content = page.getByRole('textbox', { name: 'Response body' })
  await content.focus()
  await page.keyboard.press('Control+End')
  await content.getByText('"needle 29999"').waitFor()
  const heights = await page.evaluate<number[]>('heights')
  t.ok(Math.max(...heights) > 50 * heights[0]!, `first ${heights[0]} px, then ${Math.max(...heights)} px`)
})

t.test('a line of 10 MB is shown in pieces, and copied as one line', async t => {
  const response = `${'x'.repeat(MEGABYTES)} end`
  const page = await openResponse(t, house, 'text/plain', response, WITH_CLIPBOARD)
  await page.getByText('A long line is shown in pieces of 2,000 characters; copied text is not split.').waitFor()
  const content = page.getByRole('textbox', { name: 'Response body' })
  await content.focus()
  await page.keyboard.press('Control+End')
  await content.getByText('end').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  t.ok(await clipboard(page) === response)
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('x end')
  await page.locator('.body-found').getByText('1 of 1').waitFor()
})

t.test('a million levels of JSON, and a key and a value of a megabyte, are shown', async t => {
  const deep = await openResponse(t, house, 'application/json', '['.repeat(1_000_000))
  await deep.getByText('The JSON is cut off. The part that is there is shown.').waitFor()
  await treeRows(deep)
  const word = await openResponse(t, house, 'application/json', `{"${'k'.repeat(1_000_000)}":"${'v'.repeat(1_000_000)}"}`)
  t.ok((await treeRows(word))[1]!.length < 2_000)
})
