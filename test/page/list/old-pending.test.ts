// An old request that is still pending must not compress all other requests into a sliver of the waterfall and of the time strip.
import t from 'tap'
import { newSession, pushed, uploaded } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)

t.test('the time strip and the waterfall span the requests that ended; an old pending one runs to their edge', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/pending', timeConsuming: 0, age: 600_000 })
  for (const n of [0, 1, 2, 3]) await pushed(replica, session, { api: `/${n}`, timeConsuming: 500, age: 4_000 - n * 1_000 })
  await uploaded(replica, session)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await until('all rows are there', async () => await page.getByRole('grid', { name: 'Requests' }).getAttribute('aria-rowcount') === '6')
  const waterfall = page.locator('.list-head.list-waterfall')
  await until('the axis says seconds, not minutes', async () => /^Waterfall\s*[3-6] s$/.test((await waterfall.innerText()).replace(/\s+/g, ' ')))
  const column = (await waterfall.boundingBox())!
  for (const n of [0, 1, 2, 3]) {
    const bar = (await page.getByRole('row', { name: new RegExp(`/${n} `) }).locator('.list-bar').boundingBox())!
    t.ok(bar.width > column.width / 20, `a bar of 500 ms can be seen: ${bar.width} of ${column.width} px`)
    t.ok(bar.x >= column.x - 1 && bar.x + bar.width <= column.x + column.width + 1, 'and is whole')
  }
  const from = page.getByRole('slider', { name: 'From' })
  await from.waitFor()
  const [least, most] = await Promise.all(['aria-valuemin', 'aria-valuemax'].map(async name => Number(await from.getAttribute(name))))
  t.ok(most! - least! < 60_000, `the strip spans ${most! - least!} ms`)
})

for (const [timeConsuming, unitName] of [[230, 'ms'], [1_950, 's'], [2_200, 's'], [110_000, 'min'], [5_000_000, 'h'], [4e8, 'h']] as const) {
  t.test(`the axis says how long the waterfall is, in ${unitName}, for a request of ${timeConsuming} ms`, async t => {
    const session = newSession()
    await pushed(replica, session, { api: '/1', timeConsuming })
    const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width: 820, height: 600 } })
    const head = page.locator('.list-head.list-waterfall')
    const axis = head.locator('.list-unit')
    await axis.waitFor()
    const { width } = (await page.locator('.list-bar').boundingBox())!
    const said = await axis.innerText()
    t.match(said, new RegExp(`^[\\d.]{1,3} ${unitName}$`))
    const axisMs = parseFloat(said) * { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }[unitName]
    const barMs = axisMs * width / (await head.boundingBox())!.width
    t.ok(Math.abs(barMs - timeConsuming) < timeConsuming / 20, `the bar has ${Math.round(barMs)} ms of ${said}`)
    t.equal(await head.locator('.list-head-name').evaluate(name => name.scrollWidth - name.clientWidth), 0, 'its name is whole')
  })
}
