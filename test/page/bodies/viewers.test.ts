// Each view of a body, with bodies of its format, and with invalid ones.
import t from 'tap'
import { PIXEL } from '../../support/client.js'
import { until } from '../../support/until.js'
import { clipboard, openEntry, openResponse, treeRows, WITH_CLIPBOARD } from '../support/bodies.js'
import { startHouse } from '../support/house.js'

const house = await startHouse(t)

t.test('the JSON tree shows and copies values exactly as they were sent', async t => {
  const response = '{"b":12345678901234567890,"a":[1.0,{}],"b":"\\u4e2d","__proto__":{"x":null}}'
  const page = await openResponse(t, house, 'application/json', response, WITH_CLIPBOARD)
  t.same(await treeRows(page), ['▾{4}', 'b: 12345678901234567890', '▾a: [2]', '0: 1.0', '1: {}', 'b: "中"', '▾__proto__: {1}', 'x: null'])
  await page.getByText('12345678901234567890').click()
  await page.getByRole('button', { name: 'Copy value', exact: true }).click()
  t.equal(await clipboard(page), '12345678901234567890')
  await page.getByRole('treeitem', { name: 'x: null' }).click()
  await page.getByRole('button', { name: 'Copy path' }).click()
  t.equal(await clipboard(page), '$.__proto__.x')
  await page.waitForURL(/p=%24\.__proto__\.x/)
  await page.getByRole('treeitem', { name: 'x: null' }).click()
  await page.keyboard.press('y')
  await until('y copies what is selected', async () => await clipboard(page) === 'null')
})

t.test('a token in a body says when it expires, or that it has expired', async t => {
  const token = (exp: number) => `${['{"alg":"HS256"}', `{"exp":${exp}}`].map(part => Buffer.from(part).toString('base64url')).join('.')}.c2ln`
  const page = await openResponse(t, house, 'application/json', JSON.stringify({ old: token(1_700_000_000), young: token(4_000_000_000) }))
  await page.getByRole('treeitem', { name: /^old: / }).click()
  await page.getByText(/^Token, expired .*2023.* \(not verified\)$/).waitFor()
  await page.getByRole('treeitem', { name: /^young: / }).click()
  await page.getByText(/^Token, expires .*2096.* \(not verified\)$/).waitFor()
})

t.test('the keyboard moves in the tree, and opens and closes its nodes', async t => {
  const page = await openResponse(t, house, 'application/json', '{"a":{"b":[1,2]},"c":3}')
  await treeRows(page)
  const tree = page.getByRole('tree', { name: 'Response body' })
  await tree.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  t.same(await treeRows(page), ['▾{2}', '▸a: {1} {"b":[1,2]}', 'c: 3'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  t.equal(await page.locator('[role=treeitem][aria-selected=true]').textContent(), 'c: 3')
  t.equal(await tree.getAttribute('aria-activedescendant'), await page.locator('[role=treeitem][aria-selected=true]').getAttribute('id'))
})

t.test('JSON lines are a tree; invalid and truncated JSON is reported, and shown as far as it goes', async t => {
  const lines = await openResponse(t, house, 'application/x-ndjson', '{"a":1}\n{"a":2}\n')
  t.same(await treeRows(lines), ['▾0: {1}', 'a: 1', '▾1: {1}', 'a: 2'])
  const wrong = await openResponse(t, house, 'application/json', '{"a":1,\n oops}')
  t.same(await treeRows(wrong), ['▾{2}', 'a: 1', 'oops}'])
  await wrong.getByText('Not valid JSON at line 2, column 2.').waitFor()
  const cut = await openResponse(t, house, 'application/json', '{"a":[1,2...[truncated]')
  await cut.getByText('Only a part of this body was recorded: [truncated]').waitFor()
  await cut.getByRole('button', { name: 'Raw' }).click()
  await cut.locator('.cm-content').getByText('{"a":[1,2...[truncated]').waitFor()
})

t.test('the editor is loaded when the pointer or the focus comes to the views, and not before', async t => {
  for (const act of ['hover', 'focus'] as const) {
    const page = await openResponse(t, house, 'application/json', '{"a":1}')
    await treeRows(page)
    const loaded: string[] = []
    page.on('requestfinished', request => { loaded.push(request.url()) })
    await page.getByRole('button', { name: 'Download' }).first().hover()
    t.notOk(loaded.some(url => /editor-/.test(url)))
    await page.getByRole('button', { name: 'Pretty' })[act]()
    await until('it is there', async () => loaded.some(url => /editor-/.test(url)))
    t.equal(await page.locator('.editor-place').count(), 0)
  }
})

t.test('text is shown in an editor with invisible characters escaped, and copied as it was sent', async t => {
  const page = await openResponse(t, house, 'text/css', 'a { color: red }\r\n/* \u202e\u200b */\n', WITH_CLIPBOARD)
  await page.getByRole('button', { name: 'Raw' }).click()
  const content = page.getByRole('textbox', { name: 'Response body' })
  await content.getByText('color').first().waitFor()
  t.match(await content.textContent(), /\\u202e\\u200b/)
  await content.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  t.equal(await clipboard(page), 'a { color: red }\r\n/* \u202e\u200b */\n')
})

t.test('a search within a body counts matches and steps through them, as tree, text and hex', async t => {
  const page = await openResponse(t, house, 'application/json',
    JSON.stringify({ list: Array.from({ length: 300 }, (_, n) => ({ sku: `S-${n}` })) }))
  await treeRows(page)
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('s-29')
  const found = page.locator('.body-found')
  await found.getByText('1 of 11').waitFor()
  await page.getByRole('treeitem', { name: 'sku: "S-29"' }).waitFor()
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('treeitem', { name: 'sku: "S-299"' }).waitFor()
  await page.getByRole('button', { name: 'Pretty' }).click()
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('"S-299"')
  await found.getByText('1 of 1').waitFor()
  await page.locator('.cm-found-current').waitFor()
  await page.getByRole('button', { name: 'Hex' }).click()
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('53 2d 32 39 39')
  await page.locator('.hex-row.current').waitFor()
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('nowhere')
  await found.getByText('No matches').waitFor()
})

t.test('a form is shown as a table, and its JSON values open as a tree', async t => {
  const requestHeader = 'content-type: application/x-www-form-urlencoded'
  const page = await openEntry(t, house, { method: 'POST', request: 'a=1&b=%7B%22c%22%3A%5B1%5D%7D&a=2', requestHeader }, 'request')
  const table = page.getByRole('table', { name: 'Request body' })
  t.same(await table.getByRole('rowheader').allTextContents(), ['a', 'b', 'a'])
  await table.getByRole('button', { name: 'Show as tree' }).click()
  t.same(await treeRows(page, 'b'), ['▾{1}', '▾c: [1]', '0: 1'])
})

t.test('a multipart form is shown by part, an invalid one as text', async t => {
  const request =
    '--X\r\nContent-Disposition: form-data; name="doc"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--X--\r\n'
  const requestHeader = 'content-type: multipart/form-data; boundary=X'
  const page = await openEntry(t, house, { method: 'POST', request, requestHeader }, 'request')
  await page.getByRole('row', { name: /doc hello/ }).getByText('File a.txt · 5 B · text/plain').waitFor()
  const wrong = await openEntry(t, house, { method: 'POST', request: 'oops', requestHeader }, 'request')
  await wrong.getByRole('button', { name: 'Raw' }).click()
  await wrong.locator('.cm-content').getByText('oops').waitFor()
})

t.test('an image is shown with its size, and an invalid one is reported', async t => {
  const page = await openResponse(t, house, 'image/gif', `data:image/gif;base64,${PIXEL.toString('base64')}`)
  await page.getByRole('img', { name: 'Response body' }).waitFor()
  await page.getByText('1 × 1').waitFor()
  const wrong = await openResponse(t, house, 'image/png', 'data:image/png;base64,AAEC')
  await wrong.getByText('The browser cannot show this as an image.').waitFor()
  await wrong.getByRole('button', { name: 'Hex' }).click()
  await wrong.getByText('00 01 02').waitFor()
  const svg = await openResponse(t, house, 'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>alert(1)</script><image href="https://evil.example/x.png"/></svg>')
  await svg.getByText('30 × 20').waitFor()
})

t.test('binary data is shown as a hex dump, and downloaded byte by byte', async t => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => n % 251)
  const page = await openResponse(t, house, 'application/x-protobuf',
    `data:application/x-protobuf;base64,${Buffer.from(bytes).toString('base64')}`)
  await page.getByText('00 01 02 03 04 05 06 07').first().waitFor()
  t.ok(await page.locator('.hex-row').count() < 200, 'only visible rows are rendered')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download body' }).click()])
  t.equal(download.suggestedFilename(), '42.bin')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  t.ok(Buffer.concat(chunks).equals(Buffer.from(bytes)))
})

t.test('a GraphQL request shows its query and variables', async t => {
  const request = JSON.stringify({ operationName: 'Cart', variables: { id: 42 }, query: 'query Cart {\n  cart { id }\n}' })
  const page = await openEntry(t, house,
    { method: 'POST', api: 'https://shop.example/graphql', request, requestHeader: 'content-type: application/json' }, 'request')
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await until('the query reads as it was written', async () =>
    (await page.locator('.graphql-query').textContent()) === 'query Cart {\n  cart { id }\n}')
  t.same(await treeRows(page, 'Variables'), ['▾{1}', 'id: 42'])
})

t.test('the chosen view survives a reload', async t => {
  const page = await openResponse(t, house, 'application/json', '{"a":1}')
  await page.getByRole('button', { name: 'Hex' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Hex', pressed: true }).waitFor()
})
