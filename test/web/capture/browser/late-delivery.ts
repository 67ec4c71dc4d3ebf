// The second part of the recorder, the delivery, is loaded late, or from another origin, or cannot be loaded at all.
import t from 'tap'
import { createHash } from 'node:crypto'
import type { BrowserContext, Route } from 'playwright-core'
import { list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { DELIVERY, openHeld, post, stateOf } from './held.js'
import { ask, ASLEEP, open, recorded, replica, site, tag } from './place.js'

t.test('requests before the delivery is loaded are recorded in full', async t => {
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
  t.match(first, {
    api: `${site.url}/c?text=first&token=[masked]`,
    request: '{"password":"[masked]","a":1}',
    response: 'first',
    pageParams: /a page/,
    note: undefined
  })
  t.match(second, { api: `${site.url}/c?hold`, response: 'released' })
})

t.test('loading the delivery is retried until it succeeds', async t => {
  const session = newSession()
  let times = 0
  const prepare = async (context: BrowserContext) => await context.route(DELIVERY, async route => {
    const answers = [{ status: 404 }, { contentType: 'text/javascript', body: 'export const delivery0 = "of another version"' }]
    const answer = answers[times++]
    await (answer ? route.fulfill(answer) : route.continue())
  })
  const listen =
    '<script>const told = []; addEventListener("earshot", ({ detail: { status, reason } }) => told.push([status, reason]))</script>'
  const { page } = await open(t, listen + tag(session), { prepare })
  await ask(page, '/c?text=early')
  t.equal((await recorded(session, 1))[0]!.response, 'early')
  t.same(await page.evaluate('told'),
    [['recording', undefined], ['retrying', 'cannot load earshot-delivery.js'], ['recording', undefined]])
  t.equal(times, 3)
})

t.test('after stop(), earlier records are sent once the delivery is loaded', async t => {
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

t.test('screenshot() waits for the delivery, or rejects if it cannot be loaded', async t => {
  const session = newSession()
  const { page, release } = await openHeld(t, tag(session))
  const taken = page.evaluate<string>('Earshot.screenshot(document.createElement("canvas"))')
  await release()
  t.equal((await fetch(await taken)).headers.get('content-type'), 'image/png')
  const { page: without } = await open(t, tag(session), { prepare: async context => await context.route(DELIVERY, route => route.abort()) })
  t.match(await without.evaluate('Earshot.screenshot(document.createElement("canvas")).catch(error => error.message)'), /cannot load/)
})

t.test('the delivery is requested after the page is parsed: after an import, some browsers ignore import maps', async t => {
  const held: Route[] = []
  const opening = open(t, `${tag(newSession())}<script>fetch('/c?marker')</script><script src="/c?hold&type=text/javascript"></script>`, {
    prepare: async context => await context.route(DELIVERY, route => { held.push(route) })
  })
  await until('the recorder has run, and the page waits for its own script', async () =>
    ['marker', 'hold&type=text/javascript'].every(query => site.seen.some(({ path }) => path === `/c?${query}`)))
  t.equal(held.length, 0)
  site.release()
  await opening
  await until('it is asked for', async () => held.length === 1)
})

t.test('invalid options are reported, and nothing is replaced', async t => {
  const session = newSession()
  const wrong = `Earshot.start({ session: '${session}', mask: { names: [null] } })`
  const { page } = await open(t, `<script src="${replica.url}/earshot-whole.js"></script>`)
  await t.rejects(page.evaluate(wrong))
  t.ok(await page.evaluate(() => /^function fetch\(\)/.test(Function.prototype.toString.call(fetch))), 'native fetch')
  await page.evaluate(`Earshot.start({ session: '${session}' })`)
  await ask(page, '/c?text=right')
  t.equal((await recorded(session, 1))[0]!.response, 'right')

  const { page: late, said } = await open(t, ASLEEP)
  await late.evaluate(wrong)
  await until('it is told', async () => (await stateOf(late)).status === 'blocked')
  t.match(said.join(), /^Earshot does not record: TypeError/)
})

t.test('a script without a session does not load the delivery', async t => {
  const { page, held } = await openHeld(t, ASLEEP)
  await ask(page, '/c')
  t.equal(held.length, 0)
  await page.evaluate(`Earshot.start({ session: '${newSession()}' })`)
  await until('awake it is', async () => held.length === 1)
})

t.test('a CSP that allows only the script gives one warning; earshot-whole.js works with it', async t => {
  const session = newSession()
  const policy = `script-src 'unsafe-inline' ${replica.url}/earshot.js`
  const { page, said } = await open(t, tag(session), { headers: { 'content-security-policy': policy } })
  await until('it is told', async () => (await stateOf(page)).status === 'blocked')
  const ours = said.filter(line => line.startsWith('Earshot'))
  t.same(ours, [`Earshot does not record: the content security policy of this page forbids it; add ${replica.url} to its script-src`])
  t.ok(await page.evaluate(() => /^function fetch\(\)/.test(Function.prototype.toString.call(fetch))), 'native fetch')

  const script = await (await fetch(`${replica.url}/earshot-whole.js`)).text()
  const integrity = `sha256-${createHash('sha256').update(script).digest('base64')}`
  const hashed = { headers: { 'content-security-policy': `script-src '${integrity}'` } }
  const { page: other } = await open(t, tag(session, `integrity="${integrity}" crossorigin`, 'earshot-whole.js'), hashed)
  await ask(other, '/c?text=hashed')
  t.equal((await recorded(session, 1))[0]!.response, 'hashed')
})

t.test('a CSP with nonces allows the delivery together with the script', async t => {
  for (const policy of ["script-src 'nonce-a'", "script-src 'nonce-a' 'strict-dynamic'"]) {
    const session = newSession()
    const { page } = await open(t, tag(session, 'nonce="a"'), { headers: { 'content-security-policy': policy } })
    await ask(page, '/c?text=nonce')
    t.equal((await recorded(session, 1))[0]!.response, 'nonce')
  }
})

t.test('a copied script loads the delivery from the service', async t => {
  const script = await (await fetch(`${replica.url}/earshot.js`)).text()
  const within = newSession()
  const inline = await open(t, `<script>${script}</script><script>Earshot.start({ url: '${replica.url}', session: '${within}' })</script>`)
  const beside = newSession()
  const own = await open(t, `<script src="/own/earshot.js" data-url="${replica.url}" data-session="${beside}"></script>`, {
    prepare: async context =>
      await context.route(`${site.url}/own/*`, route => route.fulfill({ contentType: 'text/javascript', body: script }))
  })
  for (const [{ page }, session] of [[inline, within], [own, beside]] as const) {
    await ask(page, '/c?text=copied')
    t.equal((await recorded(session, 1))[0]!.response, 'copied')
  }
})

t.test('a frame with an opaque origin loads the delivery, too', async t => {
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
