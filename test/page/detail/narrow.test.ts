// The outcome of a request on narrow screens: in the line of facts in its details, and in the rows of the tab "Compare".
import t from 'tap'
import type { Locator } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, visit } from '../support/open.js'

const { replica, browser } = await startHouse(t)
const OK = 'HTTP/1.1 200 OK\nContent-Type: application/json'
const CASES: Record<string, { fields: Record<string, unknown>, first: RegExp }> = {
  'a code': { fields: { responseHeader: OK, response: '{"code":40013,"message":"stock reserved for another customer"}' }, first: /^200/ },
  'an error of GraphQL': { fields: { responseHeader: OK, response: '{"data":null,"errors":[{"message":"out of stock"}]}' }, first: /^200/ },
  'a long reason': { fields: { responseHeader: 'HTTP/1.1 101 Switching Protocols' }, first: /^101/ },
  'no response': { fields: { responseHeader: 'HTTP/1.1 0 ' }, first: /^Failed/ }
}
const session = newSession()
const ids: Record<string, string> = {}
for (const [name, { fields }] of Object.entries(CASES)) {
  ids[name] = await pushed(replica, session, { api: 'https://shop.example/api/orders/42', timeConsuming: 101, source: 'checkout-h5', ...fields })
}

for (const width of [NARROW.width, 420]) {
  t.test(`at ${width} px, the status is first, no number is cut, and words end with an ellipsis`, async t => {
    const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { ...NARROW, width } })
    for (const [name, { first }] of Object.entries(CASES)) {
      await visit(page, pageUrl(replica, session, `#e=${ids[name]}&t=overview`))
      const badge = page.locator('.facts .status-badge')
      await badge.waitFor()
      const texts = (await textsOf(badge)).filter(({ text, isLeftOut }) => text !== '' && !isLeftOut)
      t.match(texts[0]?.text, first, name)
      t.same(texts.filter(({ text, isCut }) => isCut && /^(code )?\d/.test(text)), [], name)
      t.same(texts.filter(({ isCut, hasEllipsis }) => isCut && !hasEllipsis), [], name)
    }
  })

  t.test(`at ${width} px, the rows of the tab Compare show the path and the time of each request`, async t => {
    const page = await openPage(t, browser, pageUrl(replica, session, `#e=${ids['a code']}&t=compare`), { viewport: { ...NARROW, width } })
    const rows = page.getByRole('list', { name: 'The same method and path' }).getByRole('button')
    await rows.first().waitFor()
    t.equal(await rows.count(), Object.keys(CASES).length - 1)
    for (const row of await rows.all()) {
      const { right } = await boxOf(row)
      t.ok(right <= width, `the row ends at ${right}`)
      const time = await boxOf(row.getByText('101 ms'))
      t.ok(time.right <= right, `the time ends at ${time.right}`)
      const path = await boxOf(row.getByText('/api/orders/42'))
      t.ok(path.right <= right && path.right - path.left >= 80, `the path takes ${path.right - path.left}`)
    }
  })
}

async function boxOf (part: Locator): Promise<{ left: number, right: number }> {
  return await part.evaluate(element => {
    const { left, right } = element.getBoundingClientRect()
    return { left, right }
  })
}

interface Shown {
  text: string
  /** It is on a line that is hidden. */
  isLeftOut: boolean
  isCut: boolean
  hasEllipsis: boolean
}

/** The texts of an element, and how much of them its boxes let through. */
async function textsOf (badge: Locator): Promise<Shown[]> {
  return await badge.evaluate(badge => {
    const walker = document.createTreeWalker(badge, NodeFilter.SHOW_TEXT)
    const found: Shown[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const rect = range.getBoundingClientRect()
      const isCut = rect.right > badge.getBoundingClientRect().right + 0.5
      const shown: Shown = { text: node.textContent ?? '', isLeftOut: false, isCut, hasEllipsis: false }
      for (let box = node.parentElement; box && badge.contains(box); box = box.parentElement) {
        const { overflow, textOverflow } = getComputedStyle(box)
        if (overflow !== 'hidden') continue
        const { right, bottom } = box.getBoundingClientRect()
        shown.isLeftOut ||= rect.top >= bottom - 1
        shown.isCut ||= rect.right > right + 0.5
        shown.hasEllipsis ||= textOverflow === 'ellipsis' && box !== badge && box.clientWidth > 0
      }
      found.push(shown)
    }
    return found
  })
}
