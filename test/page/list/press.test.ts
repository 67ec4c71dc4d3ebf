// Mouse input on the rows of the list.
import t from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { gridOf } from './grid.js'

const { replica, browser } = await startHouse(t)

t.test('a row still opens if the list moves it within the document between mousedown and mouseup', async t => {
  const session = newSession()
  for (const api of ['/v1/orders/0', '/v1/orders/1', '/v1/orders/2']) {
    await pushed(replica, session, { method: 'GET', api, timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  }
  const page = await openPage(t, browser, pageUrl(replica, session))
  const row = gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/1 ' })
  await row.hover()
  await page.mouse.down()
  await row.evaluate(row => row.parentElement!.append(row))
  await page.mouse.up()
  await page.getByRole('tab').first().waitFor()
  await gridOf(page).locator('[aria-selected=true][aria-label^="GET 200 /v1/orders/1 "]').waitFor()
})
