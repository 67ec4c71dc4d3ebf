// Mini-programs on a stand-in for each platform, for every way in which `request` can resist being replaced: the app and the server see
// the same with and without the recorder, and each request is recorded once.
import t, { type Test } from 'tap'
import { requestBodyOf } from '../../../../src/web/capture/mini-program/bodies.js'
import { Earshot } from '../../../../src/web/capture/mini-program/earshot.js'
import type { PlatformAnswer, RequestOptions } from '../../../../src/web/capture/mini-program/platform.js'
import { sampled } from '../../../support/runs.js'
import { until } from '../../../support/until.js'
import type { Collector, Pushed } from '../node/collector.js'
import type { Servers } from '../node/places.js'
import { open, place } from './places.js'
import { FLAVOURS, RESISTING, standIn, type Flavour, type StandIn, type Task } from './stand-in.js'

const KINDS = ['wx', 'my', 'tt', 'uni'] as const
type Kind = typeof KINDS[number]
type Ask = (options: RequestOptions) => unknown

const PLATFORMS = KINDS.flatMap(kind => FLAVOURS.map(flavour => [kind, flavour] as const))

for (const [kind, flavour] of sampled(PLATFORMS, 3)) {
  t.test(`${kind}, request is ${flavour}: the recorder changes nothing, and records each request once`, async t => {
    const { servers, collector } = await open(t)
    const without = await visit(t, servers, kind, flavour, undefined)
    const withIt = await visit(t, servers, kind, flavour, collector)
    t.same(withIt.log, without.log, 'the app saw the same')
    t.same(withIt.seen, without.seen, 'the server saw the same')
    await until('all is recorded', async () =>
      collector.pushes().length === 9 && collector.pushes().every(all => all.at(-1)!.timeConsuming > 0))
    const pushes = collector.pushes().map(all => all.at(-1)!)
    t.same(pushes.map(lineOf).sort(), [
      'GET /hang 0 ', 'GET /json?a=1&b=%C3%BC 200 ', 'GET /missing 404 ', 'GET /none 0 ', 'GET /png 200 ', 'GET /text 200 ',
      'POST /echo 200 a=1&b=2', 'POST /echo 200 {"a":[1]}', 'POST /echo 200 {"kind":"photo","file":"tmp/a.png"}'
    ].sort())
    t.match(pushes.find(({ api }) => api.endsWith('/png')), { response: /^data:image\/png;base64,iVBOR/ })
    t.match(pushes.find(({ api }) => api.endsWith('/text')), { note: /chunks/ })
    t.match(pushes.find(({ api }) => api.includes('/json')),
      { response: '{"a":1,"b":[12345678901234567000]}', note: 'response: JSON, re-serialized' })
    t.match(collector.pushes()[0]![0], { storage: '{"user":"{\\"name\\":\\"ada\\"}","password":"[masked]"}' }, 'storage, password masked')
    t.same(withIt.notReplaced, notReplaced(flavour).map(method => `${kind}.${method}`))
  })
}

t.test('the data of a request is recorded as the platform sends it, without a note', async t => {
  t.same(requestBodyOf({ url: '', method: 'POST', data: { a: [1] } }, 100), { text: '{"a":[1]}' })
})

t.test('uni on wx: each request is recorded once, even if uni.request cannot be replaced', async t => {
  for (const flavour of ['writable', 'proxy'] as const) {
    const { servers, collector } = await open(t)
    const wx = standIn('wx', 'writable')
    const own = { request: (options: RequestOptions) => wx.request(options) } as StandIn
    const uni = flavour === 'proxy' ? new Proxy(own, { set: () => true, defineProperty: () => true }) : own
    place(t, { uni, wx })
    Earshot.start({ url: collector.url, session: 'mini-program-01' })
    await new Promise(resolve => { uni.request({ url: `${servers.places.http}/c0/json`, complete: resolve }) })
    await new Promise(resolve => { wx.request({ url: `${servers.places.http}/c0/text`, complete: resolve }) })
    await until('both are recorded', async () => collector.pushes().filter(all => all.at(-1)!.timeConsuming > 0).length === 2)
    t.same(collector.pushes().map(([first]) => first!.api.replace(/.*\//, '')), ['json', 'text'])
    Earshot.stop()
  }
})

t.test('all of 100 concurrent requests are recorded, and the recorder uses at most two of ten connections', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  place(t, { wx })
  Earshot.start({ url: collector.url, session: 'mini-program-01' })
  let most = 0
  const call = () => new Promise(resolve => {
    wx.request({
      url: `${servers.places.http}/c0/json`, complete: answer => { most = Math.max(most, wx.load.of('/capture/batch')); resolve(answer) }
    })
  })
  await Promise.all(Array.from({ length: 100 }, call))
  await until('all are recorded', async () => collector.pushes().filter(all => all.at(-1)!.timeConsuming > 0).length === 100)
  t.ok(most <= 2)
  t.equal(wx.load.most, 10)
})

t.test('pushes are sent even if the clock is set back', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  place(t, { wx })
  Earshot.start({ url: collector.url, session: 'mini-program-01' })
  const call = () => new Promise(resolve => { wx.request({ url: `${servers.places.http}/c0/json`, complete: resolve }) })
  await call()
  await until('it is recorded', async () => collector.pushes().length === 1 && Earshot.state!.queued === 0)
  const { now } = Date
  t.intercept(Date, 'now', { value: () => now() - 3_600_000 })
  await call()
  await until('both are recorded', async () => collector.pushes().filter(all => all.at(-1)!.timeConsuming > 0).length === 2)
})

t.test('start() with another session replaces the recorder, with the same one it does nothing', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  place(t, { wx })
  const { request } = wx
  for (const session of ['mini-program-01', 'mini-program-02', 'mini-program-02']) Earshot.start({ url: collector.url, session })
  t.equal(Earshot.state?.session, 'mini-program-02')
  await new Promise(resolve => { wx.request({ url: `${servers.places.http}/c0/json`, complete: resolve }) })
  await until('it is recorded', async () => collector.pushes().length === 1 && Earshot.state!.queued === 0)
  Earshot.stop()
  t.equal(wx.request, request)
})

t.test('later batches are sent even if the platform throws', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  const { request } = wx
  let refusals = 3
  wx.request = options => {
    if (options.url.includes('/capture/') && refusals-- > 0) throw new Error('not now')
    return request(options)
  }
  place(t, { wx })
  Earshot.start({ url: collector.url, session: 'mini-program-01' })
  await new Promise(resolve => { wx.request({ url: `${servers.places.http}/c0/json`, complete: resolve }) })
  await until('it is recorded', async () => collector.pushes().some(all => all.at(-1)!.timeConsuming > 0))
  t.equal(refusals, -1)
})

t.test('nothing is sent in the background; everything is sent in the foreground', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  place(t, { wx })
  Earshot.start({ url: collector.url, session: 'mini-program-01' })
  wx.hide()
  await new Promise(resolve => { wx.request({ url: `${servers.places.http}/c0/json`, complete: resolve }) })
  await until('it waits', async () => Earshot.state!.queued > 0)
  t.equal(collector.pushes().length, 0)
  wx.show()
  await until('it is there', async () => collector.pushes().length === 1)
})

t.test('replaced functions have the same properties as those of the platform', async t => {
  const wx = standIn('wx', 'writable')
  place(t, { wx })
  const looks = () => Object.entries(Object.getOwnPropertyDescriptors(wx)).map(([name, { value, ...how }]) => [name, how,
    typeof value === 'function' ? Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, { value }]) => [key, value as unknown]) : 0])
  const before = looks()
  Earshot.start({ url: 'http://127.0.0.1:9', session: 'mini-program-01' })
  t.same(looks(), before)
  Earshot.stop()
})

t.test('stop() restores all functions; start() with an invalid session warns and does not throw', async t => {
  const wx = standIn('wx', 'not writable')
  const { request } = wx
  place(t, { wx })
  Earshot.start({ url: 'http://127.0.0.1:9', session: 'mini-program-01' })
  t.not(wx.request, request)
  Earshot.stop()
  t.equal(wx.request, request)
  t.equal(Earshot.state?.status, 'stopped')
  const warnings = t.capture(console, 'warn')
  Earshot.start({ url: 'http://127.0.0.1:9', session: 'short' })
  t.equal(wx.request, request)
  t.match(String(warnings()[0]!.args), /is not a session id of 15 characters/)
})

// Only some flavours resist for all functions.
function notReplaced (flavour: Flavour): string[] {
  if (!RESISTING.includes(flavour)) return []
  return flavour === 'frozen' || flavour === 'proxy' ? ['request', 'uploadFile', 'downloadFile', 'connectSocket'] : ['request']
}

/** Runs the app with `request` of its platform, or with Earshot's if that cannot be replaced. */
async function visit (t: Test, servers: Servers, kind: Kind, flavour: Flavour, collector: Collector | undefined) {
  const platform = standIn(kind, flavour)
  place(t, { [kind]: platform })
  servers.forget()
  const warnings = t.capture(console, 'warn')
  if (collector) Earshot.start({ url: collector.url, session: 'mini-program-01' })
  const own = collector && Earshot.state!.notReplaced
  t.equal(warnings().length, own?.length ? 1 : 0, 'one warning names the functions that cannot be replaced')
  const log: unknown[] = []
  const request: Ask = own?.includes(`${kind}.request`) ? options => Earshot.request(options) : options => platform.request(options)
  const upload: Ask = own?.includes(`${kind}.uploadFile`)
    ? options => Earshot.uploadFile(options)
    : options => platform.uploadFile!(options)
  await app(kind, { request, upload }, servers, log)
  Reflect.deleteProperty(globalThis, kind)
  return { log, seen: JSON.parse(JSON.stringify(servers.seen('/c0/'))) as unknown, notReplaced: own }
}

async function app (kind: Kind, { request, upload }: Record<'request' | 'upload', Ask>, servers: Servers, log: unknown[]): Promise<void> {
  const base = `${servers.places.http}/c0`
  const call = async (ask: Ask, options: RequestOptions, after?: (task: Task) => void) => {
    const given = Object.freeze({
      ...options,
      success: (answer: PlatformAnswer) => log.push(['success', told(answer)]),
      fail: (answer: PlatformAnswer) => log.push(['fail', told(answer)])
    })
    await new Promise<void>(resolve => {
      const task = ask({ ...given, complete: answer => { log.push(['complete', told(answer)]); resolve() } }) as Task
      log.push(Object.keys(task))
      after?.(task)
    })
  }
  await call(request, { url: `${base}/json`, data: { a: '1', b: 'ü' } })
  await call(request, { url: `${base}/echo`, method: 'POST', data: { a: [1] } })
  await call(request,
    { url: `${base}/echo`, method: 'POST', data: { a: '1', b: '2' }, header: { 'content-type': 'application/x-www-form-urlencoded' } })
  await call(request, { url: `${base}/png`, responseType: 'arraybuffer' })
  await call(request, { url: `${base}/missing` })
  await call(request, { url: `${base}/text`, enableChunked: true, dataType: 'text' },
    task => task.onChunkReceived(({ data }) => log.push(data.length)))
  await call(upload, { url: `${base}/echo`, filePath: 'tmp/a.png', name: 'file', formData: { kind: 'photo' } } as RequestOptions)
  await call(request, { url: `${base}/hang` }, task => {
    until('it is under way', async () => servers.seen('/c0/hang').length === 1).then(() => task.abort(), () => {})
  })
  const refused = { url: `http://127.0.0.1:${servers.places.closed}/none` }
  if (kind === 'uni') await (request(refused) as Promise<unknown>).catch((answer: PlatformAnswer) => log.push(['rejected', told(answer)]))
  else await call(request, refused)
}

function told (answer: PlatformAnswer): unknown {
  const { data, header, headers, ...rest } = answer
  const shown = data instanceof ArrayBuffer ? Buffer.from(data).toString('base64') : data
  return { ...rest, data: shown, headers: Object.keys(header ?? headers ?? {}) }
}

function lineOf ({ method, api, responseHeader = '', request = '' }: Pushed): string {
  return `${method} ${api.replace(/^http:\/\/[^/]*(\/c0)?/, '')} ${/^HTTP\/1.1 (\d+)/.exec(responseHeader)?.[1]} ${request}`
}
