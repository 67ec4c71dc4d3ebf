// The parts of a row that change with time.
import t from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { gridOf } from './grid.js'

const { replica, browser } = await startHouse(t)

t.test('the time of a pending request counts up', async t => {
  const session = newSession()
  await pushed(replica, session, { method: 'GET', api: '/v1/orders/1', timeConsuming: 0 })
  const page = await openPage(t, browser, pageUrl(replica, session))
  const time = gridOf(page).getByRole('row', { name: 'GET pending /v1/orders/1' }).locator('[data-column=time]')
  const first = await time.textContent()
  await until('another time is shown', async () => await time.textContent() !== first)
})
