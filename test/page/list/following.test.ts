// When the user has gone to the end of the list, by keyboard, mouse or scrollbar, the list follows the newest request.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushBatch, uploaded } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button } from '../support/parts.js'
import { fromEnd, gridOf, rowCount, scrollTo } from './grid.js'

const { replica, browser } = await startHouse(t, { env: { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb' } })

const complete = (n: number) => ({
  requestId: `r-${n}`, method: 'GET', api: `https://api.example.com/v1/orders/${n}`, timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK'
})

async function fill (session: string, count: number, from = 0): Promise<void> {
  for (let at = from; at < from + count; at += 500) {
    const batch = Array.from({ length: Math.min(500, from + count - at) }, (_, n) => complete(at + n))
    const { status } = await pushBatch(replica, session, batch)
    if (status !== 200) throw new Error(`The batch was answered ${status}`)
  }
}

const last = (page: Page, count: number) => gridOf(page).getByRole('row', { name: `GET 200 /v1/orders/${count - 1} ` })

const WAYS: Record<string, (page: Page, count: number) => Promise<void>> = {
  'the End key': async page => {
    await gridOf(page).focus()
    await page.keyboard.press('End')
  },
  'Home and End': async page => {
    await gridOf(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
  },
  'a click on the last row': async (page, count) => { await last(page, count).click() },
  'arrow keys': async (page, count) => {
    await scrollTo(page, 1e6)
    await last(page, count - 1).click()
    await gridOf(page).focus()
    await page.keyboard.press('ArrowDown')
  },
  'the scroll bar': async page => {
    await scrollTo(page, 0)
    await until('it has left', async () => await fromEnd(page) > 100)
    await scrollTo(page, 1e6)
  },
  'the button for new ones': async page => {
    await scrollTo(page, 0)
    await until('it has left', async () => await fromEnd(page) > 100)
    await gridOf(page).focus()
    await page.keyboard.press('g')
  }
}

async function checkWays (t: Test, count: number, ways: readonly string[]): Promise<void> {
  for (const [way, go] of Object.entries(WAYS).filter(([way]) => ways.includes(way))) {
    t.test(`${count} requests: after ${way}, the list follows new ones`, async t => {
      const session = newSession()
      await fill(session, count)
      const page = await openPage(t, browser, pageUrl(replica, session))
      await until('all are there', async () => await rowCount(page) === count)
      await last(page, count).waitFor()
      await go(page, count)
      await fill(session, 5, count)
      await last(page, count + 5).waitFor()
      await until('it is at its end', async () => await fromEnd(page) <= 1)
      t.equal(await button(page, 'new').count(), 0)
    })
  }
}
await checkWays(t, 100, Object.keys(WAYS))
await checkWays(t, 10_000, ['the End key', 'a click on the last row'])

t.test('with screenshots, the list opens at its end', async t => {
  const session = newSession()
  await fill(session, 100)
  await uploaded(replica, session)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await page.getByRole('list', { name: 'Screenshots' }).waitFor({ state: 'attached' })
  await last(page, 100).waitFor()
  await until('it is at its end', async () => await fromEnd(page) <= 1)
})

t.test('a list whose height shrinks stays at its end', async t => {
  const session = newSession()
  await fill(session, 100)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await last(page, 100).waitFor()
  await page.setViewportSize({ width: 1280, height: 400 })
  await until('it is at its end', async () => await fromEnd(page) <= 1 && await gridOf(page).evaluate(grid => grid.clientHeight < 400))
})
