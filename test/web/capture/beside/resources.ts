// Resources that the browser itself loads for a page, such as images: how each becomes an entry in the service.
import t from 'tap'
import { outcomeOf } from '../../../../src/exchange/outcome.js'
import { filter } from '../../../../src/filter/entry-filter.js'
import type { Entry } from '../../../../src/schema/entry.js'
import { isFirefox } from '../../../support/browser.js'
import { list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { open, recorded, replica, site, tag } from '../browser/place.js'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64').toString('hex')

const NO_ICON = '<link rel="icon" href="data:,">'

/** By the path of its address. */
function at (entries: Entry[], path: string): Entry | undefined {
  return entries.find(({ api }) => api.startsWith(site.url + path) || api.startsWith(site.other + path))
}

t.test('images, scripts, styles and the page itself are entries with times, sizes and status, masked', async t => {
  const session = newSession()
  const startMs = Date.now()
  await open(t, `${NO_ICON}${tag(session, 'data-resources')}
    <link rel="stylesheet" href="/c?a&type=text/css&token=secret">
    <script src="/c?b&type=text/javascript&text=1"></script>
    <img src="/c?c&type=image/png&hex=${PNG}"><img src="/c?d&status=404&type=text/plain">
    <img src="${site.other}/c?e&nocors&type=image/png&hex=${PNG}"><img src="/c?f&reset">`)
  // Firefox loads again what it has loaded in advance, because the recorder writes into the page.
  let entries: Entry[] = []
  await until('all are there', async () => {
    entries = await list(replica, session)
    return ['/page', ...'abcdef'].every(path => at(entries, path.replace(/^(?=\w)/, '/c?')))
  })
  if (!isFirefox) await recorded(session, 7)
  const brief = (path: string) => {
    const { method, via, note, responseHeader } = at(entries, path)!
    return [method, via, note?.replace(/[\d.]+ k?B/, 'n B'), responseHeader.split('\r\n')[0]]
  }
  const loaded = (by: string, how = 'n B transferred') => `requested by the browser (${by}); ${how}`
  t.same(brief('/page'), ['GET', 'resource', loaded('navigation'), 'HTTP/1.1 200'])
  t.same(brief('/c?a'), ['GET', 'resource', loaded('link'), 'HTTP/1.1 200'])
  t.same(brief('/c?b'), ['GET', 'resource', loaded('script'), 'HTTP/1.1 200'])
  t.same(brief('/c?c'), ['GET', 'resource', loaded('img'), 'HTTP/1.1 200'])
  t.same(brief('/c?d'), ['GET', 'resource', loaded('img'), 'HTTP/1.1 404'])
  t.same(brief('/c?e'), ['GET', 'resource', loaded('img', 'its size is hidden'), ''])
  // Firefox may tell later that an image has failed, because it loads images in advance.
  if (!isFirefox) t.same(brief('/c?f'), ['GET', 'resource', loaded('img', 'could not be loaded'), 'HTTP/1.1 0'])
  t.match(at(entries, '/c?a')!.api, /token=\[masked\]/)
  const verdicts = ['/c?c', '/c?d', '/c?e', ...isFirefox ? [] : ['/c?f']].map(path => outcomeOf(at(entries, path)!, Date.now()).verdict)
  t.same(verdicts, ['fine', 'http-error', 'unknown', ...isFirefox ? [] : ['failed']])
  t.ok(entries.every(entry => filter('via:resource')(entry)))
  t.ok(entries.every(entry => (entry.startTime ?? 0) >= startMs - 1000 && (entry.startTime ?? 0) <= Date.now() + 1000))
})

t.test('what the recorder records anyhow is recorded once, and its own files never', async t => {
  const session = newSession()
  const { page } = await open(t, NO_ICON + tag(session, 'data-resources'))
  await page.evaluate(`(async () => {
    await (await fetch('/c?a')).text()
    await new Promise(resolve => {
      const xhr = new XMLHttpRequest()
      xhr.onload = resolve
      xhr.open('GET', '/c?b')
      xhr.send()
    })
    navigator.sendBeacon('/c?c', 'x')
    const source = new EventSource('/c?d&type=text/event-stream&text=data:1%0A%0A')
    await new Promise(resolve => { source.onmessage = resolve })
    source.close()
    const image = document.body.appendChild(new Image())
    image.src = '/c?last&type=image/png&hex=${PNG}'
    await image.decode()
  })()`)
  await until('the last is there', async () => at(await list(replica, session), '/c?last') !== undefined)
  t.same((await list(replica, session)).map(({ api, via }) => [api.replace(site.url, '').split('&')[0], via]).sort(), [
    ['/c?a', undefined], ['/c?b', undefined], ['/c?c', 'beacon'], ['/c?d', 'eventsource'], ['/c?last', 'resource'], ['/page', 'resource']
  ])
})

t.test('of many resources, some are recorded, and the rest is counted', async t => {
  const session = newSession()
  const { page } = await open(t, NO_ICON + tag(session, 'data-resources'))
  await page.evaluate(`(async () => {
    performance.setResourceTimingBufferSize(1000)
    const loaded = n => new Promise(resolve => { Object.assign(new Image(), { onerror: resolve, src: '/c?many=' + n }) })
    for (let n = 0; n < 320; n += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => loaded(n + k)))
    Earshot.stop()
  })()`)
  const entries = await recorded(session, 301)
  t.match(entries.map(({ note }) => note).find(note => note?.startsWith('not recorded')), /^not recorded: 21 more \(limit: 300 resources in 10 s\)$/)
})

t.test('without the attribute, nothing of it is recorded', async t => {
  const session = newSession()
  const { page } = await open(t, `${tag(session)}<img src="/c?a">`)
  await page.evaluate("fetch('/c?b').then(reply => reply.text())")
  t.same((await recorded(session, 1)).map(({ api }) => api), [`${site.url}/c?b`])
})
