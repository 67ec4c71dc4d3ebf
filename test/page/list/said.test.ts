// A row shows its error message and its time in full; long addresses are shortened instead.
import t from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { gridOf } from './grid.js'

const { replica, browser } = await startHouse(t)
const QUERY = `v=8f7a6d5e4c3b2a190817263544&build=20260101120000&channel=production&experiment=${'checkout-b'.repeat(20)}`
const JSON_HEADER = 'HTTP/1.1 200 OK\nContent-Type: application/json'
const session = newSession()
await pushed(replica, session, {
  api: `https://shop.example/assets/app.js?${QUERY}`,
  method: 'ERROR',
  via: 'error',
  timeConsuming: 0.1,
  responseHeader: 'HTTP/1.1 0',
  note: 'TypeError: no card',
  response: 'TypeError: no card'
})
await pushed(replica, session, {
  api: `https://shop.example/api/v1/graphql?${QUERY}`,
  method: 'POST',
  timeConsuming: 12,
  request: '{"query":"mutation CreateOrder { createOrder { id } }","operationName":"CreateOrder"}',
  responseHeader: JSON_HEADER,
  response: '{"data":null,"errors":[{"message":"out of stock"}]}'
})
await pushed(replica, session, { api: 'https://shop.example/api/hang', timeConsuming: 0, age: 300_000, responseHeader: '', response: '' })
await pushed(replica, session, { api: 'https://shop.example/api/slow', timeConsuming: 1e308, responseHeader: JSON_HEADER, response: '{}' })

for (const width of [NARROW.width, 820, 1400]) {
  t.test(`at ${width} px, rows show messages and times whole`, async t => {
    const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width, height: 800 } })
    const grid = gridOf(page)
    for (const [row, text] of [[/^ERROR/, 'TypeError: no card'], [/CreateOrder/, 'out of stock'], [/hang/, 'no response'], [/slow/, '> 1 year']] as const) {
      const shown = grid.getByRole('row', { name: row }).getByText(text, { exact: true })
      await shown.waitFor()
      const cut = await shown.evaluate(element => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { right } = range.getBoundingClientRect()
        const boxes = [element, element.closest('[role=gridcell]')!].map(box => box.getBoundingClientRect().right)
        return right - Math.min(...boxes)
      })
      t.ok(cut < 0.5, `${text} is cut by ${cut}`)
    }
    t.equal(await page.getByText(/e\+\d/).count(), 0)
  })
}
