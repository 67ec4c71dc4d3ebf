// If the user leaves a page before the delivery is loaded, the page sends only the methods and URLs of its requests, without queries. If
// the browser restores the page, the page sends the requests in full.
import t from 'tap'
import { list, newSession } from '../../../support/client.js'
import { isFirefox } from '../../../support/browser.js'
import { until } from '../../../support/until.js'
import { DELIVERY, openHeld, post, stateOf } from './held.js'
import { ask, ASLEEP, browser, open, recorded, replica, site, tag, wholeBrowser } from './place.js'

const by = isFirefox ? browser : await wholeBrowser()

t.test('a page that is left early sends the methods and URLs of its requests, without queries, headers and bodies', async t => {
  const session = newSession()
  const { page } = await openHeld(t, tag(session), by)
  await post(page, '/c?text=first&token=x')
  await page.evaluate(() => { fetch('/c?hold&token=x').catch(() => {}) })
  await page.goto(`${site.other}/c`)
  const entries = await recorded(session, 2)
  for (const { api, note, request, requestHeader, responseHeader, response, pageParams, storage } of entries) {
    t.same({ api, note, request, requestHeader, responseHeader, response, pageParams, storage }, {
      api: `${site.url}/c`,
      note: 'page was left while the recorder was loading',
      request: '',
      requestHeader: '',
      responseHeader: 'HTTP/1.1 0',
      response: '',
      pageParams: '',
      storage: ''
    })
  }
  t.same(entries.map(({ method }) => method), ['POST', 'GET'])
  site.release()
})

t.test('outlines are sent for as many requests as fit, also for unusual methods and addresses', async t => {
  const session = newSession()
  const { page } = await openHeld(t, tag(session), by)
  await page.evaluate(async () => {
    await Promise.allSettled([fetch('/c', { method: 'FOO' }), fetch(`data:text/plain,${'x'.repeat(90_000)}`), fetch('/c/@?a')])
  })
  await page.goto(`${site.other}/c`)
  const entries = await recorded(session, 3)
  t.same(entries.map(({ method, api }) => [method, api.length < 1001]), [['POST', true], ['GET', true], ['GET', true]])
  t.equal(entries[2]!.api, `${site.url}/c/@`)

  const many = newSession()
  const { page: other } = await openHeld(t, tag(many), by)
  await other.evaluate(async () => { await Promise.all(Array.from({ length: 120 }, (_, n) => fetch(`/c/${n}/${'x'.repeat(600)}`))) })
  await other.goto(`${site.other}/c`)
  await until('there are as many as fit', async () => (await list(replica, many)).length >= 40)
})

t.test('no outlines are sent with an edit function or with `when: watched`', async t => {
  const session = newSession()
  const edited = await openHeld(t, `${ASLEEP}<script>Earshot.start({ session: '${session}', mask: { edit: push => push } })</script>`, by)
  const watched = await openHeld(t, tag(session, 'data-when="watched"'), by)
  t.match(await stateOf(watched.page), { status: 'waiting' })
  const pushed: string[] = []
  for (const { page } of [edited, watched]) {
    page.on('request', request => pushed.push(request.url()))
    await ask(page, '/c')
    await page.goto(`${site.other}/c`)
  }
  t.notOk(pushed.some(url => url.includes('/capture/')))
  t.ok(pushed.some(url => url.startsWith(site.other)), 'the listener sees requests')
})

t.test('a page that is restored from the bfcache sends its requests in full', async t => {
  const session = newSession()
  let times = 0
  const { page } = await open(t, `${tag(session)}<script>addEventListener('pageshow', ({ persisted }) => { document.title = persisted ? 'back' : 'new' })</script>`, {
    by: await wholeBrowser(),
    prepare: async context =>
      await context.route(DELIVERY, async route => { await (times++ < 2 ? route.fulfill({ status: 404 }) : route.continue()) })
  })
  await ask(page, '/c?text=before')
  await until('it is tried again', async () => times === 2)
  await page.goto(`${site.other}/c`)
  const [outline] = await recorded(session, 1)
  t.equal(outline!.api, `${site.url}/c`)
  await page.evaluate('history.back()').catch(() => {})
  await until('it is back', async () => await page.title() === 'back')
  await until('it is told in full', async () => (await list(replica, session))[0]!.response === 'before')
  const [entry] = await list(replica, session)
  t.match(entry, { api: `${site.url}/c?text=before`, responseHeader: /^HTTP\/1.1 200/, note: 'page was left; page was restored' })
})
