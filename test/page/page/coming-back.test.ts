// A page that stays open reconnects soon after sleep, a change of network or a restart of the service, and receives all that it missed.
import t from 'tap'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { onComingBack } from '../../../src/web/viewer/page/coming-back.js'
import { newSession, pushed } from '../../support/client.js'
import { startProcess } from '../../support/replica.js'
import { startBalancer } from '../support/balancer.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { grid, live } from '../support/parts.js'

const { redis, replica, browser } = await startHouse(t)
const BROKEN = { expected: [/WebSocket connection/, /ERR_(CONNECTION|CONTENT|EMPTY|NETWORK|INCOMPLETE|SOCKET|INTERNET)/] }

/** A live page; then its connection passes no more data, but does not close. */
async function openSilenced (t: Parameters<typeof openPage>[0], options: OpenOptions = {}): Promise<{ page: Page, session: string }> {
  const balancer = await startBalancer(t, [replica])
  const session = newSession()
  await pushed(replica, session, { api: '/before', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(balancer, session), { ...BROKEN, ...options })
  await live(page)
  await grid(page).getByText('before', { exact: true }).waitFor()
  balancer.silence()
  await pushed(replica, session, { api: '/meanwhile', timeConsuming: 1 })
  return { page, session }
}

t.test('the page reconnects after sleep, if its connection died without a close', async t => {
  const { page } = await openSilenced(t, { before: async page => await page.clock.install() })
  await page.clock.fastForward('30:00')
  await grid(page).getByText('meanwhile', { exact: true }).waitFor()
  await live(page)
})

t.test('the page reconnects after a change of network, if the old connection died without a close', async t => {
  const { page } = await openSilenced(t)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await grid(page).getByText('meanwhile', { exact: true }).waitFor()
  await live(page)
})

t.test('the page reconnects after the service was killed and restarted', async t => {
  const env = { REDIS_URL: redis.url }
  const before = await startProcess(t, env)
  const session = newSession()
  await pushed(before, session, { api: '/before', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(before, session), BROKEN)
  await live(page)
  before.child.kill('SIGKILL')
  await once(before.child, 'exit')
  await page.getByText(/^Not live\./).waitFor()
  const after = await startProcess(t, { ...env, PORT: new URL(before.url).port })
  await pushed(after, session, { api: '/after', timeConsuming: 1 })
  await grid(page).getByText('after', { exact: true }).waitFor()
  await live(page)
  t.equal(await page.getByText(/^Not live/).count(), 0)
})

t.test('throttled timers and a clock that was set back do not count as sleep; resume, online and bfcache do', async t => {
  const [page, document] = [new EventTarget(), new EventTarget()]
  let [nowMs, calls] = [1_000_000_000, 0]
  const tick = tickers(t)
  const stop = onComingBack(page, document, () => { calls++ }, () => nowMs)
  for (const passedMs of [10_000, 61_000, -3_600_000, 120_000]) {
    nowMs += passedMs
    tick()
  }
  t.equal(calls, 0)
  nowMs += 200_000
  tick()
  t.equal(calls, 1)
  for (const event of [
    Object.assign(new Event('pageshow'), { persisted: false }), Object.assign(new Event('pageshow'), { persisted: true })
  ]) {
    page.dispatchEvent(event)
  }
  t.equal(calls, 2)
  document.dispatchEvent(new Event('resume'))
  page.dispatchEvent(new Event('online'))
  t.equal(calls, 4)
  stop()
  page.dispatchEvent(new Event('online'))
  t.equal(calls, 4)
})

/** Replaces setInterval for this test; returns a function that makes one tick. */
function tickers (t: { teardown (end: () => void): void }): () => void {
  const own = globalThis.setInterval
  t.teardown(() => { globalThis.setInterval = own })
  let run = () => {}
  globalThis.setInterval = ((tick: () => void) => {
    run = tick
    return 0
  }) as unknown as typeof setInterval
  return () => run()
}
