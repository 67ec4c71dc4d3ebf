// Exporting a session to a file, and importing files into a session.
import t from 'tap'
import { list, newSession, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, entriesOf, exported, live } from '../support/parts.js'
import { rows, watching } from '../support/watching.js'

const house = await startHouse(t)
const { replica, browser } = house

t.test('an export has all requests, and secrets only on request', async t => {
  const { page, session } = await watching(t, house, 1)
  await pushed(replica, session, {
    api: '/login',
    timeConsuming: 5,
    requestHeader: 'Authorization: Bearer so-secret\r\nX-Odd: 1',
    request: '{"password":"so-secret","n":12345678901234567890}'
  })
  await rows(page, 2)
  const safe = await exported(page, /^All as HAR \(/)
  t.notMatch(safe, 'so-secret')
  t.match(safe, '12345678901234567890')
  const whole = await entriesOf(page)
  t.match(whole[1], { request: '{"password":"so-secret","n":12345678901234567890}' })
})

t.test('an export can be limited to the filtered requests', async t => {
  const { page } = await watching(t, house, 3, {}, '&filter=path%3A%2Fn%2F2')
  await rows(page, 1)
  const entries = await entriesOf(page, /^Filtered requests as HAR, with secrets \(1\)/)
  t.same(entries.map(({ api }) => api), ['/n/2'])
})

t.test('an import shows its progress, and can be canceled', async t => {
  const session = newSession()
  const asked: (() => void)[] = []
  const page = await openPage(t, browser, pageUrl(replica, session), {
    expected: [/Failed to fetch|ERR_/],
    before: async page => {
      await page.route(/capture\/har/, async route => {
        await new Promise<void>(resolve => { asked.push(resolve) })
        await route.continue().catch(() => {})
      })
    }
  })
  await live(page)
  const entry = (n: number) => ({
    startedDateTime: new Date().toISOString(), time: 1, request: { method: 'GET', url: `https://a.example/${n}` }, response: { status: 200 }
  })
  const har = JSON.stringify({ log: { entries: Array.from({ length: 450 }, (_, n) => entry(n)) } })
  await page.getByLabel('HAR file to import').setInputFiles({ name: 'big.har', mimeType: 'application/json', buffer: Buffer.from(har) })
  await page.getByText('Importing big.har: 0 of 450').waitFor()
  await until('it is asked', async () => asked.length === 1)
  asked.forEach(go => go())
  await page.getByText('Importing big.har: 200 of 450').waitFor()
  await button(page, 'Cancel').click()
  await page.getByText('Import canceled: 200 requests imported').waitFor()
  t.equal((await list(replica, session)).length, 200)
})

t.test('importing an export gives equal entries', async t => {
  const { page, session } = await watching(t, house, 3)
  const har = await exported(page, /^All as HAR, with secrets/)
  const other = newSession()
  const target = await openPage(t, browser, pageUrl(replica, other))
  await live(target)
  await target.getByLabel('HAR file to import').setInputFiles({ name: 'a.har', mimeType: 'application/json', buffer: Buffer.from(har) })
  await target.getByText('3 requests imported').waitFor()
  await rows(target, 3)
  const bare = async (session: string) => (await list(replica, session)).map(({ id, timestamp, ...rest }) => rest)
  t.same(await bare(other), await bare(session))
})

t.test('an import names why requests were refused, and how far it came if it stops', async t => {
  const { page } = await watching(t, house, 1, { expected: [/ERR_FAILED|Failed to load/] })
  const take = async (urls: string[]) => {
    const entries = urls.map(url => ({ request: { method: 'GET', url } }))
    const buffer = Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }))
    await page.getByLabel('HAR file to import').setInputFiles({ name: 'a.har', mimeType: 'application/json', buffer })
  }
  await take(['https://a.example/', ''])
  await page.getByText('1 request imported, 1 refused: The entry has no request with a URL').waitFor()
  let parts = 0
  await page.route('**/capture/har?*', async route => {
    if (parts++ > 0) await route.abort()
    else await route.continue()
  })
  await take(Array.from({ length: 250 }, (_, n) => `https://a.example/${n}`))
  await page.getByText('Import stopped after 200 of 250 requests: The service cannot be reached').waitFor()
})

t.test('importing a file that is not HAR shows an error, and changes nothing', async t => {
  const { page } = await watching(t, house, 1)
  await page.getByLabel('HAR file to import').setInputFiles({ name: 'a.har', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') })
  await page.getByText(/Not imported/).waitFor()
  await rows(page, 1)
})
