// What delivers is loaded behind the script: late, not at all, from elsewhere, and what becomes of requests until then.
import t, { type Test } from 'tap'
import { createHash } from 'node:crypto'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { launchChromium } from '../../../../scripts/chromium.js'
import { call, list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, ASLEEP, open, recorded, replica, site, tag } from './place.js'

const DELIVERY = /earshot-delivery-/

/** A page whose delivery is held back until it is let through. */
async function openHeld (t: Test, head: string) {
  const held: Route[] = []
  const opened = await open(t, head, { prepare: async context => await context.route(DELIVERY, route => { held.push(route) }) })
  const release = async () => {
    await until('it was asked for', async () => held.length > 0)
    await Promise.all(held.splice(0).map(async route => await route.continue()))
  }
  return { ...opened, release, held }
}

async function post (page: Page, path: string): Promise<void> {
  await page.evaluate(async path => {
    await (await fetch(path, { method: 'POST', body: '{"password":"x","a":1}', headers: { 'content-type': 'application/json' } })).text()
  }, path)
}

async function stateOf (page: Page) {
  return await page.evaluate<{ status: string, reason?: string, queued: number, dropped: number }>('Earshot.state')
}

t.test('what is asked for before it has come is recorded in full', async t => {
  const session = newSession()
  const { page, release } = await openHeld(t, tag(session))
  await post(page, '/c?text=first&token=x')
  await page.evaluate(() => { fetch('/c?hold').catch(() => {}) })
  t.match(await stateOf(page), { status: 'recording', requests: 2, queued: 2, sent: 0, dropped: 0 })
  t.same(await list(replica, session), [])
  await release()
  await until('both are there', async () => (await list(replica, session)).length === 2)
  site.release()
  const [first, second] = await recorded(session, 2)
  t.match(first, { api: `${site.url}/c?text=first&token=x`, request: '{"password":"[masked]","a":1}', response: 'first', pageParams: /a page/, note: undefined })
  t.match(second, { api: `${site.url}/c?hold`, response: 'released' })
})

t.test('a page that is left before tells what it asked for, and nothing that may be secret', async t => {
  const session = newSession()
  const { page } = await openHeld(t, tag(session))
  await post(page, '/c?text=first&token=x')
  await page.evaluate(() => { fetch('/c?hold&token=x').catch(() => {}) })
  await page.goto(`${site.other}/c`)
  const entries = await recorded(session, 2)
  for (const { api, note, request, requestHeader, responseHeader, response, pageParams, storage } of entries) {
    t.same({ api, note, request, requestHeader, responseHeader, response, pageParams, storage }, {
      api: `${site.url}/c`,
      note: 'page left before the recorder was loaded: only this is known',
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

t.test('nor does it tell anything where the app edits what is pushed, or where somebody has to watch', async t => {
  const session = newSession()
  const edited = await openHeld(t, `${ASLEEP}<script>Earshot.start({ session: '${session}', mask: { edit: push => push } })</script>`)
  const watched = await openHeld(t, tag(session, 'data-when="watched"'))
  t.match(await stateOf(watched.page), { status: 'waiting' })
  const pushed: string[] = []
  for (const { page } of [edited, watched]) {
    page.on('request', request => pushed.push(request.url()))
    await ask(page, '/c')
    await page.goto(`${site.other}/c`)
  }
  t.notOk(pushed.some(url => url.includes('/capture/')))
  t.ok(pushed.some(url => url.startsWith(site.other)), 'and it would have been seen')
})

t.test('it is tried again until it comes', async t => {
  const session = newSession()
  let times = 0
  const prepare = async (context: BrowserContext) => await context.route(/earshot-delivery-/, async route => {
    await (times++ < 2 ? route.fulfill({ status: 404 }) : route.continue())
  })
  const { page } = await open(t, tag(session), { prepare })
  await ask(page, '/c?text=early')
  await until('it is told', async () => (await stateOf(page)).status === 'retrying')
  t.match((await stateOf(page)).reason, /earshot-delivery-/)
  t.equal((await recorded(session, 1))[0]!.response, 'early')
  t.match(await stateOf(page), { status: 'recording', reason: undefined, queued: 0 })
  t.equal(times, 3)
})

t.test('stopped before it has come, what was recorded is sent once it has', async t => {
  const session = newSession()
  const { page, release } = await openHeld(t, tag(session))
  await ask(page, '/c?text=early')
  await page.evaluate(() => { fetch('/c?hold').catch(() => {}) })
  await page.evaluate('Earshot.stop()')
  await ask(page, '/c?text=late')
  t.match(await stateOf(page), { status: 'stopped' })
  await release()
  t.same((await recorded(session, 2)).map(({ response, note }) => [response, note]), [['early', undefined], ['', 'recorder stopped']])
  site.release()
})

t.test('a screenshot does not wait for it', async t => {
  const session = newSession()
  const { page, held } = await openHeld(t, tag(session))
  const url = await page.evaluate<string>('Earshot.screenshot(document.createElement("canvas"))')
  t.equal((await fetch(url)).headers.get('content-type'), 'image/png')
  t.equal(((await call(replica, `/capture/screenshots?sessionId=${session}`)).body as unknown[]).length, 1)
  await until('it was asked for', async () => held.length === 1)
})

t.test('asleep it is not loaded', async t => {
  const { page, held } = await openHeld(t, ASLEEP)
  await ask(page, '/c')
  t.equal(held.length, 0)
  await page.evaluate(`Earshot.start({ session: '${newSession()}' })`)
  await until('awake it is', async () => held.length === 1)
})

t.test('a policy that lets in only the script itself is told in one line; the whole one works there', async t => {
  const session = newSession()
  const policy = `script-src 'unsafe-inline' ${replica.url}/earshot.js`
  const { page, said } = await open(t, tag(session), { headers: { 'content-security-policy': policy } })
  await until('it is told', async () => (await stateOf(page)).status === 'blocked')
  const ours = said.filter(line => line.startsWith('Earshot'))
  t.same(ours, [`Earshot does not record: the content security policy of this page forbids it; add ${replica.url} to its script-src`])
  t.ok(await page.evaluate(() => /^function fetch\(\)/.test(Function.prototype.toString.call(fetch))), 'and it leaves no trace')

  const script = await (await fetch(`${replica.url}/earshot-whole.js`)).text()
  const integrity = `sha256-${createHash('sha256').update(script).digest('base64')}`
  const hashed = { headers: { 'content-security-policy': `script-src '${integrity}'` } }
  const { page: other } = await open(t, tag(session, `integrity="${integrity}" crossorigin`, 'earshot-whole.js'), hashed)
  await ask(other, '/c?text=hashed')
  t.equal((await recorded(session, 1))[0]!.response, 'hashed')
})

t.test('a policy of nonces lets it in with the script', async t => {
  for (const policy of ["script-src 'nonce-a'", "script-src 'nonce-a' 'strict-dynamic'"]) {
    const session = newSession()
    const { page } = await open(t, tag(session, 'nonce="a"'), { headers: { 'content-security-policy': policy } })
    await ask(page, '/c?text=nonce')
    t.equal((await recorded(session, 1))[0]!.response, 'nonce')
  }
})

t.test('a script that was copied gets it from the service', async t => {
  const script = await (await fetch(`${replica.url}/earshot.js`)).text()
  const within = newSession()
  const inline = await open(t, `<script>${script}</script><script>Earshot.start({ url: '${replica.url}', session: '${within}' })</script>`)
  const beside = newSession()
  const own = await open(t, `<script src="/own/earshot.js" data-url="${replica.url}" data-session="${beside}"></script>`, {
    prepare: async context => await context.route(`${site.url}/own/*`, route => route.fulfill({ contentType: 'text/javascript', body: script }))
  })
  for (const [{ page }, session] of [[inline, within], [own, beside]] as const) {
    await ask(page, '/c?text=copied')
    t.equal((await recorded(session, 1))[0]!.response, 'copied')
  }
})

t.test('a frame without an origin of its own gets it, too', async t => {
  const session = newSession()
  const { page } = await open(t, '')
  const html = `${tag(session)}<script>fetch('${site.other}/c?text=framed').then(reply => reply.text())</script>`
  await page.evaluate(`{
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    frame.srcdoc = ${JSON.stringify(html).replaceAll('</', '<\\/')}
    document.body.append(frame)
  }`)
  t.equal((await recorded(session, 1))[0]!.api, `${site.other}/c?text=framed`)
})

t.test('a page that comes back as it was tells the rest', async t => {
  const session = newSession()
  const keeping = await launchChromium({ keepsPages: true })
  t.teardown(() => keeping.close())
  let times = 0
  const { page } = await open(t, `${tag(session)}<script>addEventListener('pageshow', ({ persisted }) => { document.title = persisted ? 'back' : 'new' })</script>`, {
    by: keeping,
    prepare: async context => await context.route(DELIVERY, async route => { await (times++ < 2 ? route.fulfill({ status: 404 }) : route.continue()) })
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
  t.match(entry, { api: `${site.url}/c?text=before`, responseHeader: /^HTTP\/1.1 200/, note: 'page left; it came back' })
})
