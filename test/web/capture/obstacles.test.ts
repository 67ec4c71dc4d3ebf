import t, { type Test } from 'tap'
import { connect, createServer } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import type { Entry } from '../../../src/schema/entry.js'
import { startBrowser } from '../../support/browser.js'
import { list, newSession, watch } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'
import { buildScript } from './build.js'
import { startSite } from './site.js'

await buildScript()
const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const browser = await startBrowser(t)
const site = await startSite(t)
const ASLEEP = `<script src="${replica.url}/earshot.js"></script>`

interface Open { page: Page, said: string[], context: BrowserContext }

/** A page with this in its head, and all that its console said. */
async function open (t: Test, head: string, { headers = {}, path = '/page', init = '' } = {}): Promise<Open> {
  site.page = `<!doctype html><title>a page</title>${head}<body></body>`
  site.headers = headers
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  if (init) await page.addInitScript(init)
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  await page.goto(site.url + path)
  return { page, said, context }
}

function tag (session: string, more = ''): string {
  return `<script src="${replica.url}/earshot.js" data-session="${session}" ${more}></script>`
}

async function recorded (session: string, count: number): Promise<Entry[]> {
  let entries: Entry[] = []
  await until(`${count} are recorded in full`, async () => {
    entries = await list(replica, session)
    return entries.length === count && entries.every(({ timeConsuming }) => timeConsuming > 0)
  })
  return entries
}

const ask = async (page: Page, path: string) => await page.evaluate(async path => await (await fetch(path)).text(), path)

t.test('a policy that forbids to send is told in one line, and nothing is tried again', async t => {
  const session = newSession()
  const policy = `script-src 'unsafe-inline' ${replica.url}; connect-src 'self'`
  const { page, said } = await open(t, tag(session), { headers: { 'content-security-policy': policy } })
  await ask(page, '/c')
  await until('it is told', async () => await page.evaluate('Earshot.state.status') === 'blocked')
  t.equal(await ask(page, '/c?text=fine'), 'fine')
  const ours = said.filter(line => line.startsWith('Earshot'))
  t.equal(ours.length, 1)
  t.match(ours[0], /connect-src/)
  t.ok(said.length <= 3, `the browser's own lines: ${said.join('\n')}`)
  const allowed = newSession()
  const { page: other } = await open(t, tag(allowed), { headers: { 'content-security-policy': `${policy} ${replica.url}` } })
  await ask(other, '/c')
  await recorded(allowed, 1)
})

t.test('a page of https says in one line that it cannot reach a service of http', async t => {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  const script = await (await fetch(`${replica.url}/earshot.js`)).text()
  await context.route('https://app.test/page', route => route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${script}</script>` }))
  await page.goto('https://app.test/page')
  await page.evaluate("Earshot.start({ url: 'http://earshot.test', session: 'my-app-session1' })")
  t.match(await page.evaluate('Earshot.state'), { status: 'blocked' })
  t.equal(said.length, 1)
  t.match(said[0], /^Earshot does not record: this page is https/)
})

t.test('a page without storage is recorded, without storage', async t => {
  const session = newSession()
  const init = 'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get () { throw new DOMException("denied", "SecurityError") } })'
  const { page, said } = await open(t, ASLEEP, { init, path: `/page#earshot=${session}` })
  await ask(page, '/c')
  t.equal((await recorded(session, 1))[0]!.storage, '')
  t.same(said, [])
})

for (const [what, leave] of Object.entries({
  'closing the tab': async (page: Page) => await page.close({ runBeforeUnload: true }),
  'going to another page': async (page: Page) => { await page.goto(`${site.other}/c`) }
})) {
  t.test(`${what} with 50 requests under way records all of them`, async t => {
    const session = newSession()
    const { page } = await open(t, tag(session))
    await page.evaluate(() => {
      for (let n = 0; n < 50; n++) fetch(`/c?hold&n=${n}`, { method: 'POST', body: 'x'.repeat(300) }).catch(() => {})
    })
    await leave(page)
    const entries = await recorded(session, 50)
    t.equal(new Set(entries.map(({ api }) => api)).size, 50)
    t.same(new Set(entries.map(({ note, responseHeader }) => `${responseHeader} ${note}`)), new Set(['HTTP/1.1 0 page left']))
    site.release()
  })
}

t.test('the room for beacons at the end is the app\'s first', async t => {
  const session = newSession()
  const { page } = await open(t, `${tag(session)}<script>
    addEventListener('pagehide', () => { document.title = 'x'; navigator.sendBeacon('/c?queued=' + navigator.sendBeacon('/c?bye', 'x'.repeat(60000))) })</script>`)
  await page.evaluate(() => { for (let n = 0; n < 50; n++) fetch(`/c?hold&n=${n}`).catch(() => {}) })
  await page.goto(`${site.other}/c`)
  await until('the page has told', async () => site.seen.some(({ path }) => path.startsWith('/c?queued')))
  t.ok(site.seen.some(({ path }) => path === '/c?queued=true'))
  site.release()
})

t.test('a service that was away for a while has every request of that time, once', async t => {
  const session = newSession()
  const away = await startReplica(t, redis)
  const { page } = await open(t, `<script src="${away.url}/earshot.js" data-session="${session}"></script>`)
  await ask(page, '/c?n=before')
  await recorded(session, 1)
  const port = Number(new URL(away.url).port)
  await away.app.close()
  for (let n = 0; n < 30; n++) await ask(page, `/c?n=${n}`)
  await until('it was noticed', async () => await page.evaluate('Earshot.state.status') === 'retrying')
  t.equal(await ask(page, '/c?text=fine'), 'fine', 'the app notices nothing')
  const back = await startReplica(t, redis)
  // The same address, by another replica.
  const proxy = createServer(socket => { socket.pipe(connect(Number(new URL(back.url).port), '127.0.0.1')).pipe(socket); socket.on('error', () => {}) })
  proxy.listen(port, '127.0.0.1')
  t.teardown(() => proxy.close())
  const entries = await recorded(session, 32)
  t.equal(new Set(entries.map(({ api }) => api)).size, 32)
  t.match(await page.evaluate('Earshot.state'), { dropped: 0 })
})

t.test('watched: what was recorded before is there once somebody watches', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session, 'data-when="watched"'))
  await ask(page, '/c?early')
  t.match(await page.evaluate('Earshot.state'), { status: 'waiting', queued: 1 })
  await watch(t, replica, session)
  await recorded(session, 1)
})
