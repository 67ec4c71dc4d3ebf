// The menu of a session lists the apps that push to it.
import t from 'tap'
import { newSession, pushed, watch } from '../../support/client.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { button, count } from '../support/parts.js'

const { replica, browser } = await startHouse(t)

t.test('the menu lists apps that push and counts viewers; choosing an app filters by it', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a', timeConsuming: 1, source: 'checkout on iPhone' })
  await pushed(replica, session, { api: '/b', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  await count(page).getByText('2 requests').waitFor()
  await button(page, `Session ${session}`).tap()
  const menu = page.getByRole('menu')
  await menu.getByText('1 app is sending').waitFor()
  await menu.getByText('Only you are watching').waitFor()
  await (await watch(t, replica, session)).next()
  await menu.getByText('2 are watching, including you').waitFor()
  await menu.getByRole('menuitem', { name: /^checkout on iPhone ?last \d\d:\d\d:\d\d$/ }).waitFor()
  await pushed(replica, session, { api: '/c', timeConsuming: 0, source: 'admin, "new"' })
  await menu.getByRole('menuitem', { name: /^admin, "new" ?1 pending · last/ }).waitFor()
  t.match(await menu.getByRole('menuitem').filter({ hasText: 'last' }).first().textContent(), /^admin/, 'the newest app comes first')
  t.same(await axe(page, '.top-bar'), [])
  await menu.getByRole('menuitem', { name: /^admin/ }).tap()
  await count(page).getByText('1 of 3').waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Filter' }).inputValue(), 'source:="admin, \\"new\\""')
})
