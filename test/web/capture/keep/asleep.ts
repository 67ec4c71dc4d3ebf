// A recorder without a session stores its records on the device, and sends nothing until somebody asks for them.
import t, { type Test } from 'tap'
import { list, newSession, watch } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, open, recorded, replica, site, wholeBrowser } from '../browser/place.js'
import { startFront } from './front.js'
import { isWithin, keeps, keepsNothing, keepTag, kept, openKeeping } from './place.js'

const apis = (entries: { api: string }[]) => entries.map(({ api }) => api.split('?text=')[1])

async function openAsleep (t: Test, attributes = 'data-keep="10m"', opening: Parameters<typeof open>[2] = {}) {
  const front = await startFront(t, replica.url)
  return { front, ...await open(t, keepTag(front, '', attributes), opening) }
}

t.test('it sends nothing, and send() sends what was recorded, also by earlier pages, with its times', async t => {
  const { page, front, said } = await openAsleep(t)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const fromMs = Date.now()
  await ask(page, '/c?text=one')
  await keeps(page, 'text=one')
  await page.goto(`${site.url}/page?second`)
  const untilMs = Date.now()
  await ask(page, '/c?text=two')
  await keeps(page, 'text=two')
  t.match(await page.evaluate('Earshot.state'), { status: 'waiting', session: '', sent: 0 })
  t.same(asked.filter(path => path.startsWith('/capture')), [])
  const session = newSession()
  t.equal(await page.evaluate(`Earshot.send('${session}')`), 2)
  const entries = await recorded(session, 2)
  t.same(apis(entries), ['one', 'two'])
  t.ok(isWithin(entries[0]!, fromMs, untilMs))
  await keepsNothing(page)
  await ask(page, '/c?text=three')
  await keeps(page, 'text=three')
  t.equal((await list(replica, session)).length, 2, 'it sleeps on')
  t.equal(front.refused, 0)
  t.same(said, [])
})

t.test('the direct scan sends what was kept before it, and then all that follows', async t => {
  const { page } = await openAsleep(t)
  await ask(page, '/c?text=before')
  await keeps(page, 'text=before')
  const session = newSession()
  await page.evaluate(`location.hash = 'earshot=${session}'`)
  await ask(page, '/c?text=after')
  t.same(apis(await recorded(session, 2)).sort(), ['after', 'before'])
  await keepsNothing(page)
  await page.evaluate("location.hash = 'earshot='")
  await ask(page, '/c?text=asleep')
  await keeps(page, 'text=asleep')
  t.equal((await list(replica, session)).length, 2)
})

t.test('send() says why it could not send, keeps everything, and may be called again', async t => {
  const { page, front } = await openAsleep(t)
  await ask(page, '/c?text=one')
  front.state = 503
  const session = newSession()
  const send = async (session: string) => await page.evaluate<string>(`Earshot.send('${session}').then(String, ({ message }) => message)`)
  t.equal(await send(session), 'Earshot could not send what it keeps: the service answered 503: as the test says')
  t.match(await send('too short'), /"too short" is not a session id of 15 characters/)
  front.state = 'off'
  t.match(await send(session), /^Earshot could not send what it keeps: .*fetch/)
  front.state = 'up'
  t.equal(await send(session), '1')
  t.same(apis(await recorded(session, 1)), ['one'])
  t.equal(await send(session), '0')
})

t.test('without data-keep, send() says that nothing is kept', async t => {
  const front = await startFront(t, replica.url)
  const { page } = await open(t, keepTag(front, newSession(), ''))
  t.match(await page.evaluate('Earshot.send().catch(({ message }) => message)'), /keeps no requests/)
})

t.test('what is masked by name or by edit is masked before it is kept', async t => {
  const front = await startFront(t, replica.url)
  const { page } = await open(t, `${keepTag(front, '', '')}<script>
    Earshot.start({ keep: '10m', mask: { names: ['x-own'], edit: push => ({ ...push, response: push.response?.replace('inner', 'edited') }) } })
  </script>`)
  await page.evaluate(async () => {
    const init = { method: 'POST', body: '{"password":"hunter2","a":"seen"}', headers: { 'content-type': 'application/json', 'x-own': 'hunter3' } }
    await (await fetch('/c?text=inner&token=hunter4', init)).text()
  })
  const all = await keeps(page, 'seen', 'edited')
  t.notMatch(all, /hunter|inner"/)
})

t.test('only the last minutes are kept', async t => {
  const { page } = await openAsleep(t, 'data-keep="1s"')
  await ask(page, '/c?text=old')
  await keeps(page, 'text=old')
  await until('it is too old', async () => {
    await ask(page, '/c?text=new')
    return await page.evaluate<number>('performance.now()') > 4000
  })
  const session = newSession()
  await page.evaluate(`Earshot.send('${session}')`)
  const entries = await list(replica, session)
  t.notOk(apis(entries).includes('old'))
  t.ok(apis(entries).includes('new'))
  await until('the next page removes what is too old', async () => {
    await page.reload()
    return (await kept(page)).length === 0
  })
})

t.test('a time that is none is reported, and the usual time is used', async t => {
  const { page, said } = await openAsleep(t, 'data-keep="ten minutes"')
  await ask(page, '/c?text=one')
  await keeps(page, 'text=one')
  t.same(said, ['Earshot: "ten minutes" is not a duration such as 10m or 1d; requests are kept for 10m'])
})

t.test('if there is no storage, it keeps what one page records in memory', async t => {
  const { page, said } = await openAsleep(t, 'data-keep', { init: "Object.defineProperty(window, 'indexedDB', { get () { throw new Error('forbidden') } })" })
  await ask(page, '/c?text=one')
  const session = newSession()
  t.equal(await page.evaluate(`Earshot.send('${session}')`), 1)
  t.same(apis(await recorded(session, 1)), ['one'])
  t.same(said, [])
})

t.test('requests whose end was never recorded are completed with a note', async t => {
  const { page } = await openAsleep(t, 'data-keep', { by: await wholeBrowser() })
  await page.evaluate(() => { fetch('/c?hold&text=killed').catch(() => {}) })
  await keeps(page, 'text=killed')
  const cdp = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  cdp.send('Page.crash').catch(() => {})
  await crashed
  const next = await page.context().newPage()
  await next.goto(`${site.url}/page`)
  const session = newSession()
  await next.evaluate(`Earshot.send('${session}')`)
  const [entry] = await recorded(session, 1)
  t.match(entry, { note: 'end not recorded', responseHeader: 'HTTP/1.1 0' })
  site.release()
})

t.test('messages of a socket that was opened long ago have their entry', async t => {
  const { page } = await openAsleep(t, 'data-keep="1s"')
  await page.evaluate(`new Promise(resolve => {
    socket = new WebSocket('${site.url.replace('http', 'ws')}/echo')
    socket.onopen = resolve
  })`)
  await until('the socket is older than what is kept', async () => {
    await page.evaluate("socket.send('ping')")
    return await page.evaluate<number>('performance.now()') > 5000
  })
  await page.evaluate("socket.send('the last')")
  await keeps(page, 'the last')
  const session = newSession()
  await page.evaluate(`Earshot.send('${session}')`)
  const [entry] = await recorded(session, 1)
  const reply = await fetch(`${replica.url}/capture/entries/${entry!.id}/messages?sessionId=${session}`)
  t.match(await reply.text(), /the last/)
})

t.test('with `when: watched`, what is recorded is kept until somebody watches', async t => {
  const { page, session, front } = await openKeeping(t, 'data-keep data-when="watched"')
  await ask(page, '/c?text=unseen')
  await keeps(page, 'text=unseen')
  t.match(await page.evaluate('Earshot.state.status'), 'waiting')
  t.same(front.arrived, [])
  await watch(t, replica, session)
  t.same(apis(await recorded(session, 1)), ['unseen'])
  await keepsNothing(page)
  t.match(await page.evaluate('Earshot.state.status'), 'recording')
})
