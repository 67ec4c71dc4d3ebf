// The time strip: it shows screenshots at their time, enlarges them, and selects a time range. Images are added by drop and paste.
import t from 'tap'
import { call, newSession, PIXEL, pushed, uploaded } from '../../support/client.js'
import { until } from '../../support/until.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)

async function open (t: Parameters<typeof openPage>[0], shots: number) {
  const session = newSession()
  await pushed(replica, session, { api: '/old', timeConsuming: 1, age: 60_000 })
  await pushed(replica, session, { api: '/new', timeConsuming: 1 })
  for (let n = 0; n < shots; n++) await uploaded(replica, session)
  const page = await openPage(t, browser, pageUrl(replica, session))
  page.setDefaultTimeout(15_000)
  await page.getByRole('grid', { name: 'Requests' }).getByText('new', { exact: true }).waitFor()
  const count = () => page.getByRole('grid', { name: 'Requests' }).getAttribute('aria-rowcount')
  return { page, session, count }
}

t.test('the strip appears with the first screenshot', async t => {
  const { page, session } = await open(t, 0)
  t.equal(await page.getByRole('list', { name: 'Screenshots' }).count(), 0)
  await uploaded(replica, session)
  await page.getByRole('list', { name: 'Screenshots' }).getByRole('img', { name: /^\d\d:\d\d:\d\d\.\d{3}$/ }).waitFor()
})

t.test('dragging and the keyboard select the time range of the listed requests', async t => {
  const { page, count } = await open(t, 1)
  const track = (await page.locator('.strip-track').boundingBox())!
  await page.mouse.move(track.x + 10, track.y + 45)
  await page.mouse.down()
  await page.mouse.move(track.x + track.width / 2, track.y + 45, { steps: 4 })
  await page.mouse.up()
  await until('only the old one is listed', async () => await count() === '2', 10_000)
  await page.getByRole('button', { name: 'Show all times' }).click()
  await until('both are listed', async () => await count() === '3', 10_000)
  await page.getByRole('slider', { name: 'From' }).focus()
  for (let n = 0; n < 5; n++) await page.keyboard.press('PageUp')
  await until('only the new one is listed', async () => await count() === '2', 10_000)
  await page.keyboard.press('Home')
  await until('both are listed again', async () => await count() === '3', 10_000)
})

t.test('an enlarged screenshot leads to the other ones, and to the requests around its time', async t => {
  const { page, count } = await open(t, 2)
  await page.getByRole('button', { name: /^Enlarge/ }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Screenshot' })
  await dialog.getByText('1 of 2').waitFor()
  t.same(await axe(page, 'dialog'), [])
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('2 of 2').waitFor()
  t.ok(await dialog.getByRole('button', { name: 'Next screenshot' }).isDisabled())
  await dialog.getByRole('button', { name: '1 request within 5 s · Show them' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until('only those around are listed', async () => await count() === '2', 10_000)
})

t.test('on a phone a request leads to its screenshot, the screenshot to the requests around it, and back', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/old', timeConsuming: 1, age: 60_000 })
  const id = await pushed(replica, session, { api: '/new', timeConsuming: 1 })
  await uploaded(replica, session)
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}&t=overview`),
    { viewport: NARROW, hasTouch: true, isMobile: true })
  page.setDefaultTimeout(15_000)
  await page.getByRole('region', { name: 'Request details' }).getByRole('button', { name: /^Enlarge the screenshot/ }).tap()
  const dialog = page.getByRole('dialog', { name: 'Screenshot' })
  const show = dialog.getByRole('button', { name: '1 request within 5 s · Show them' })
  t.ok((await show.boundingBox())!.height >= 43.5)
  t.same(await axe(page, 'dialog'), [])
  await show.tap()
  await page.getByRole('grid', { name: 'Requests' }).getByRole('row', { name: /\/new/ }).waitFor()
  t.equal(await page.getByRole('row', { name: /\/old/ }).count(), 0)
  const chosen = page.getByRole('button', { name: /^\d\d:\d\d:\d\d to \d\d:\d\d:\d\d/ })
  t.ok((await chosen.boundingBox())!.height >= 43.5)
  t.same(await axe(page, '.chips'), [])
  await chosen.tap()
  await page.getByRole('row', { name: /\/old/ }).waitFor()
})

t.test('a dropped or pasted GIF is stored as a screenshot, an SVG is refused', async t => {
  const { page, session } = await open(t, 0)
  // The code that receives images is loaded after the list.
  await page.waitForLoadState('networkidle')
  const give = async (kind: 'drop' | 'paste', type: string) => await page.evaluate(([kind, type, base64]) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(base64!), char => char.charCodeAt(0))], 'a', { type: type! }))
    const init = { bubbles: true, cancelable: true }
    document.body.dispatchEvent(kind === 'drop'
      ? new DragEvent('drop', { ...init, dataTransfer: transfer })
      : new ClipboardEvent('paste', { ...init, clipboardData: transfer }))
  }, [kind, type, PIXEL.toString('base64')])
  const stored = async () => ((await call(replica, `/capture/screenshots?sessionId=${session}`)).body as unknown[]).length
  await give('drop', 'image/svg+xml')
  await page.getByText('Only JPEG, PNG, WebP and GIF images can be screenshots.').waitFor()
  t.equal(await stored(), 0)
  await give('drop', 'image/gif')
  await until('the first is stored', async () => await stored() === 1, 10_000)
  await give('paste', 'image/gif')
  await until('the second is stored', async () => await stored() === 2, 10_000)
})
