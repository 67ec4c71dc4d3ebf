// The page shows the state of its connection, and ends up with exactly the entries of the service, even if replicas fail meanwhile.
import t from 'tap'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseHar } from '../../../src/har/recording.js'
import { replay } from '../../../src/har/replay.js'
import { list, newSession, pushed } from '../../support/client.js'
import { startProcess } from '../../support/replica.js'
import { isWhole } from '../../support/runs.js'
import { startBalancer } from '../support/balancer.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { connection, count, entriesOf, grid, live } from '../support/parts.js'

const SHOP = fileURLToPath(new URL('../../data/shop.har', import.meta.url))
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
/** Recordings of public sites take half a minute. */
const recordings = [
  SHOP, ...isWhole && existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
]
const BROKEN = { expected: [/WebSocket connection/, /ERR_(CONNECTION|CONTENT|EMPTY|NETWORK|INCOMPLETE|SOCKET)/] }

const { redis, replicas, browser } = await startHouse(t, { replicas: 2 })
const [first, second] = replicas as [typeof replicas[0], typeof replicas[0]]

for (const file of recordings) {
  t.test(`${basename(file)} is replayed on two replicas, one is cut off halfway: the page ends with exactly the list`, async t => {
    const balancer = await startBalancer(t, replicas)
    const session = newSession()
    const page = await openPage(t, browser, pageUrl(balancer, session), BROKEN)
    await live(page)
    const pushes = replay(parseHar(readFileSync(file, 'utf8')), 'p').map(({ push }) => push)
    for (const [n, push] of pushes.entries()) {
      if (n === Math.floor(pushes.length / 2)) {
        await grid(page).getByRole('row').nth(1).waitFor()
        balancer.takeOut(first)
      }
      await pushed([first, second][n % 2]!, session, { ...push })
    }
    const entries = await list(second, session)
    await count(page).getByText(new RegExp(`^${entries.length} requests`)).waitFor()
    await live(page)
    await page.locator('[role=grid]:not([aria-busy=true])').waitFor()
    t.strictSame(await entriesOf(page), entries)
  })
}

t.test('the replica that serves the page is killed: the page ends with exactly the list', async t => {
  const env = { REDIS_URL: redis.url }
  const [doomed, other] = await Promise.all([startProcess(t, env), startProcess(t, env)])
  const balancer = await startBalancer(t, [doomed, other])
  const session = newSession()
  const page = await openPage(t, browser, pageUrl(balancer, session), BROKEN)
  await live(page)
  for (let n = 0; n < 40; n++) {
    if (n === 20) {
      doomed.child.kill('SIGKILL')
      await once(doomed.child, 'exit')
      balancer.takeOut(doomed)
    }
    await pushed(n < 20 && n % 2 === 0 ? doomed : other, session, { api: `/n/${n}`, requestId: `r-${n}`, timeConsuming: n % 3 })
  }
  const entries = await list(other, session)
  await count(page).getByText(/^40 requests/).waitFor()
  await live(page)
  t.strictSame(await entriesOf(page), entries)
})

t.test('a page that is not live says so and since when, and reconnects by itself', async t => {
  const balancer = await startBalancer(t, replicas)
  const session = newSession()
  await pushed(first, session, { api: '/before', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(balancer, session), BROKEN)
  await live(page)
  const restore = balancer.takeAllOut()
  await connection(page).getByText(/^Reconnecting…/).waitFor()
  await page.getByText(/^Not live\. This is the list as of \d\d:\d\d:\d\d\.$/).waitFor()
  await pushed(first, session, { api: '/meanwhile', timeConsuming: 1 })
  restore()
  await live(page)
  await grid(page).getByText('meanwhile', { exact: true }).waitFor()
  t.equal(await page.getByText(/^Not live/).count(), 0)
})

t.test('the button "Reconnect now" reconnects without waiting', async t => {
  const balancer = await startBalancer(t, replicas)
  const page = await openPage(t, browser, pageUrl(balancer, newSession()), BROKEN)
  await live(page)
  await page.clock.install()
  const restore = balancer.takeAllOut()
  await connection(page).getByText(/^Reconnecting…/).waitFor()
  restore()
  // The clock stands still, so only the button can reconnect.
  await page.getByRole('button', { name: 'Reconnect now' }).click()
  await live(page)
})

t.test('a part of the page that could not be loaded is there once it can be', async t => {
  const session = newSession()
  await pushed(first, session, { api: '/a', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(first, session), {
    expected: [/ERR_FAILED/], before: async page => { await page.route(/\/later-/, async route => await route.abort()) }
  })
  await page.getByRole('alert').getByText(/^Loading failed/).first().waitFor()
  await live(page)
  await page.unroute(/\/later-/)
  await page.getByRole('region', { name: 'Totals' }).getByText('p95').waitFor()
  // Other parts may take a moment longer.
  await page.getByRole('alert').first().waitFor({ state: 'detached' })
})
