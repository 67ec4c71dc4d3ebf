// While the service is unreachable, requests are stored on the device. Later, each arrives exactly once, with its original times.
import t from 'tap'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, chromiumPath } from '../../../../scripts/chromium.js'
import { list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, recorded, replica, site, wholeBrowser } from '../browser/place.js'
import { doubled, startFront } from './front.js'
import { isWithin, keeps, keepsNothing, keepTag, kept, openKeeping } from './place.js'

const apis = (entries: { api: string }[]) => entries.map(({ api }) => api.split('?text=')[1])

t.test('while the service answers, nothing is kept', async t => {
  const { page, session, front } = await openKeeping(t)
  await ask(page, '/c?text=a')
  await recorded(session, 1)
  await until('it has the answer', async () => await page.evaluate('Earshot.state.queued') === 0)
  t.same(await kept(page), [])
  t.match(await page.evaluate('Earshot.state'), { status: 'recording', queued: 0, dropped: 0 })
  t.same(doubled(front), [])
})

for (const state of ['off', 'deaf', 503, 404] as const) {
  t.test(`if the service is ${state}, requests are kept, and arrive once when it is back`, async t => {
    const { page, session, front } = await openKeeping(t)
    await ask(page, '/c?text=before')
    await recorded(session, 1)
    front.state = state
    const fromMs = Date.now()
    for (const text of ['one', 'two']) await ask(page, `/c?text=${text}`)
    await keeps(page, 'text=one', 'text=two')
    const untilMs = Date.now()
    if (state === 'deaf') {
      // Its own page still waits for the answer, so no other sends it.
      t.equal(front.refused, 1)
      return
    }
    const status = state === 404 ? 'refused' : 'retrying'
    await until('its state says so', async () => await page.evaluate('Earshot.state.status') === status)
    await ask(page, '/c?text=three')
    front.state = 'up'
    await page.evaluate('dispatchEvent(new Event("online"))')
    const entries = await recorded(session, 4)
    t.same(apis(entries), ['before', 'one', 'two', 'three'])
    for (const entry of entries.slice(1, 3)) t.ok(isWithin(entry, fromMs, untilMs), 'when it happened')
    await keepsNothing(page)
    t.same(doubled(front), [])
    await until('it says so', async () => await page.evaluate('Earshot.state.queued') === 0)
    t.match(await page.evaluate('Earshot.state'), { status: 'recording', queued: 0, dropped: 0 })
    await ask(page, '/c?text=after')
    await recorded(session, 5)
    t.same(await kept(page), [], 'the direct way again')
  })
}

t.test('what a page kept is sent by the next page of its origin, with the times of when it happened', async t => {
  const { page, session, front, context } = await openKeeping(t)
  front.state = 'off'
  const fromMs = Date.now()
  await ask(page, '/c?text=lost?')
  await keeps(page, 'text=lost?')
  const untilMs = Date.now()
  await page.close()
  front.state = 'up'
  t.same(await list(replica, session), [])
  const next = await context.newPage()
  await next.goto(`${site.url}/page`)
  const [entry] = await recorded(session, 1)
  t.match(entry, { response: 'lost?', note: undefined })
  t.ok(isWithin(entry!, fromMs, untilMs))
  await keepsNothing(next)
  t.equal(front.arrived.length, 1)
})

t.test('what waits when a page is left is sent by the next page, with all bodies', async t => {
  const { page, session, front } = await openKeeping(t, 'data-keep', { by: await wholeBrowser() })
  await ask(page, '/c?text=before')
  await recorded(session, 1)
  front.state = 'off'
  await page.evaluate(async size => {
    await (await fetch('/c?text=large', { method: 'POST', body: 'x'.repeat(size) })).text()
  }, 150_000)
  await page.goto(`${site.url}/page?second`)
  await keeps(page, 'text=large')
  front.state = 'up'
  const entry = (await recorded(session, 2)).find(({ api }) => api.includes('large'))
  t.equal(entry?.request.length, 150_000)
  t.equal(entry?.response, 'large')
  await keepsNothing(page)
})

t.test('after the process of the browser was killed, the next start sends what was kept', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-keep-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const front = await startFront(t, replica.url)
  const session = newSession()
  site.page = `<!doctype html>${keepTag(front, session)}`
  const launch = async () => {
    const server = await chromium.launchPersistentContext(folder, { executablePath: chromiumPath(['chromium']), args: CHROMIUM_ARGS })
    return server
  }
  const first = await launch()
  const page = await first.newPage()
  await page.goto(`${site.url}/page`)
  front.state = 'off'
  await ask(page, '/c?text=killed')
  await keeps(page, 'text=killed')
  const closed = new Promise(resolve => first.once('close', resolve))
  const cdp = await page.context().newCDPSession(page)
  cdp.send('Browser.crash').catch(() => {})
  await closed
  front.state = 'up'
  const second = await launch()
  t.teardown(() => second.close())
  const next = await second.newPage()
  await next.goto(`${site.url}/page`)
  t.same(apis(await recorded(session, 1)), ['killed'])
  await keepsNothing(next)
})

t.test('two tabs that keep requests send each once, whoever sends it', async t => {
  const { page, session, front, context } = await openKeeping(t)
  const other = await context.newPage()
  await other.goto(`${site.url}/page`)
  front.state = 'off'
  const names = Array.from({ length: 30 }, (_, n) => `n${n}`)
  await Promise.all(names.map(async (name, n) => await ask(n % 2 ? page : other, `/c?text=${name}`)))
  await keeps(page, ...names.map(name => `text=${name}"`))
  for (const tab of [page, other]) await ask(tab, '/c?text=last')
  front.state = 'up'
  t.same(apis(await recorded(session, 32)).sort(), [...names, 'last', 'last'].sort())
  await keepsNothing(page)
  t.same(doubled(front), [])
  for (const tab of [page, other]) {
    await ask(tab, '/c?text=again')
    await until('it sends directly', async () => await tab.evaluate('Earshot.state.queued') === 0)
  }
  await recorded(session, 34)
  t.same(doubled(front), [])
})

t.test('a page that comes back from the bfcache goes on, and nothing is doubled', async t => {
  const { page, session, front } = await openKeeping(t, 'data-keep', { by: await wholeBrowser() })
  await page.evaluate('addEventListener("pageshow", ({ persisted }) => { document.title = persisted ? "back" : "new" })')
  await ask(page, '/c?text=before')
  await recorded(session, 1)
  front.state = 'off'
  await ask(page, '/c?text=meanwhile')
  await keeps(page, 'text=meanwhile')
  await page.goto(`${site.other}/c`)
  front.state = 'up'
  await page.evaluate('history.back()').catch(() => {})
  await until('it is back', async () => await page.title() === 'back')
  await ask(page, '/c?text=after')
  t.same(apis(await recorded(session, 3)), ['before', 'meanwhile', 'after'])
  await keepsNothing(page)
  t.same(doubled(front), [])
})

t.test('messages of a socket that are kept arrive before those after them', async t => {
  const { page, session, front } = await openKeeping(t)
  await page.evaluate(`new Promise(resolve => {
    socket = new WebSocket('${site.url.replace('http', 'ws')}/echo')
    got = 0
    socket.onmessage = () => { got++ }
    socket.onopen = resolve
  })`)
  const say = async (text: string) => {
    await page.evaluate(`{ const before = got; socket.send('${text}'); new Promise(resolve => { const ask = () => got > before ? resolve() : setTimeout(ask, 5); ask() }) }`)
  }
  await say('first')
  await until('it has come', async () => JSON.stringify(front.arrived).includes('first'))
  front.state = 'off'
  await say('second')
  await keeps(page, 'second')
  await say('third')
  front.state = 'up'
  await say('fourth')
  await until('all have come', async () => JSON.stringify(front.arrived).includes('fourth'))
  const [entry] = await list(replica, session)
  const reply = await fetch(`${replica.url}/capture/entries/${entry!.id}/messages?sessionId=${session}`)
  const messages = await reply.json() as { text: string, dir: string }[]
  t.same(messages.filter(({ dir }) => dir === 'out').map(({ text }) => text), ['first', 'second', 'third', 'fourth'])
})
