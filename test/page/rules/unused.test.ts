// The page requests no rules if the session has none. If the service has rules turned off, the page requests none either, and the browser's
// console stays empty.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startReplica, type Replica } from '../../support/replica.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { live } from '../support/parts.js'
import { bar, openPanel, panel, putRules, rule } from './parts.js'

const { redis, replica, browser } = await startHouse(t)
const off = await startReplica(t, redis, { RULES: 'off' })
const autoOff = await startReplica(t, redis, { TRUST_PROXY: 'loopback' })

/** Returns after the part of the page for rules is there, with what it asked, and what the console says. */
async function open (test: Test, { url }: Replica, session: string) {
  const [asked, said]: [string[], string[]] = [[], []]
  const before = (page: Page) => {
    page.on('request', request => { if (/capture\/rules/.test(request.url())) asked.push(request.method()) })
    page.on('console', message => { said.push(message.text()) })
    return Promise.resolve()
  }
  const page = await openPage(test, browser, pageUrl({ url }, session), { before, expected: [/status of 403/] })
  page.setDefaultTimeout(10_000)
  await live(page)
  await page.locator('.rules-bar').waitFor({ state: 'attached' })
  return { page, asked, said }
}

t.test('with rules off, a first load asks for no rules, and the console is empty; the panel says why there are none', async t => {
  for (const without of [off, autoOff]) {
    const session = newSession()
    await pushed(without, session, { api: '/pay', timeConsuming: 5 })
    const { expires: _, ...given } = rule('a')
    await putRules(replica, session, { rules: [given] })
    const { page, asked, said } = await open(t, without, session)
    await page.reload()
    await live(page)
    await page.locator('.rules-bar').waitFor({ state: 'attached' })
    t.same([asked, said], [[], []])
    await openPanel(page)
    await panel(page).getByText('Rules are off in this service.').waitFor()
    await panel(page).getByText('RULES=on').waitFor()
  }
})

t.test('a session without rules: none are asked for until somebody writes or opens them', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/pay', timeConsuming: 5 })
  const { page, asked } = await open(t, replica, session)
  const opening = await open(t, replica, session)
  t.same([asked, opening.asked], [[], []])
  await openPanel(opening.page)
  t.same(opening.asked[0], 'GET')
  await putRules(replica, session, { rules: [{ name: 'fails', match: '', action: { type: 'fail', how: 'network' } }] })
  await bar(page).getByText('1 rule is active').waitFor()
  await page.reload()
  await bar(page).getByText('1 rule is active').waitFor()
})
