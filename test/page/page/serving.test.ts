// How the page is served: contract §13.
import t from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)

t.test('the page shows a session', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/v1/orders', timeConsuming: 7 })
  const page = await openPage(t, browser, pageUrl(replica, session))
  await page.getByRole('grid', { name: 'Requests' }).getByText('/v1/orders').waitFor()
})
