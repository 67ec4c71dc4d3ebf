// Obstacles between a page and the service: CSP, mixed content, denied storage, the end of the page.
import t from 'tap'
import type { Page } from 'playwright-core'
import { newSession, watch } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, ASLEEP, browser, connected, open, recorded, replica, site, tag } from './place.js'

t.test('a CSP that forbids sending gives one warning, and nothing is retried', async t => {
  const session = newSession()
  const policy = `script-src 'unsafe-inline' ${replica.url}; connect-src 'self'`
  const { page, said } = await open(t, tag(session), { headers: { 'content-security-policy': policy } })
  await ask(page, '/c')
  await until('it is told', async () => await page.evaluate('Earshot.state.status') === 'blocked')
  t.equal(await ask(page, '/c?text=fine'), 'fine')
  const ours = said.filter(line => line.startsWith('Earshot'))
  t.equal(ours.length, 1)
  t.match(ours[0], /connect-src/)
  t.ok(said.length <= 3, `lines of the browser: ${said.join('\n')}`)
  const allowed = newSession()
  const { page: other } = await open(t, tag(allowed), { headers: { 'content-security-policy': `${policy} ${replica.url}` } })
  await ask(other, '/c')
  await recorded(allowed, 1)
})

t.test('an https page warns in one line that it cannot reach an http service', async t => {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  const script = await (await fetch(`${replica.url}/earshot.js`)).text()
  await context.route('https://app.test/page', route =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${script}</script>` }))
  await page.goto('https://app.test/page')
  await page.evaluate("Earshot.start({ url: 'http://earshot.test', session: 'my-app-session1' })")
  t.match(await page.evaluate('Earshot.state'), { status: 'blocked' })
  t.equal(said.length, 1)
  t.match(said[0], /^Earshot does not record: browsers forbid an https page/)
})

t.test('a page whose storage is denied is recorded without storage', async t => {
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
  t.test(`${what} with 50 pending requests records all of them`, async t => {
    const session = newSession()
    const { page } = await open(t, tag(session))
    await connected(page)
    await page.evaluate(() => {
      for (let n = 0; n < 50; n++) fetch(`/c?hold&n=${n}`, { method: 'POST', body: 'x'.repeat(300) }).catch(() => {})
    })
    await leave(page)
    const entries = await recorded(session, 50)
    t.equal(new Set(entries.map(({ api }) => api)).size, 50)
    t.same(new Set(entries.map(({ note, responseHeader }) => `${responseHeader} ${note}`)), new Set(['HTTP/1.1 0 page was left']))
    site.release()
  })
}

t.test('the app\'s own beacons at the end of the page have priority', async t => {
  const session = newSession()
  const { page } = await open(t, `${tag(session)}<script>
    addEventListener('pagehide', () => { document.title = 'x'; navigator.sendBeacon('/c?queued=' + navigator.sendBeacon('/c?bye', 'x'.repeat(60000))) })</script>`)
  await connected(page)
  await page.evaluate(() => { for (let n = 0; n < 50; n++) fetch(`/c?hold&n=${n}`).catch(() => {}) })
  await page.goto(`${site.other}/c`)
  await until('the page has told', async () => site.seen.some(({ path }) => path.startsWith('/c?queued')))
  t.ok(site.seen.some(({ path }) => path === '/c?queued=true'))
  site.release()
})

t.test('with `when: watched` earlier requests are sent once a viewer connects', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session, 'data-when="watched"'))
  await ask(page, '/c?early')
  t.match(await page.evaluate('Earshot.state'), { status: 'waiting', queued: 1 })
  await watch(t, replica, session)
  await recorded(session, 1)
})
