// Downloads on a stand-in for each platform: the app and the server see the same with and without the recorder. Each download is recorded
// once, with its size if the platform tells it.
import t, { type Test } from 'tap'
import { Earshot } from '../../../../src/web/capture/mini-program/earshot.js'
import type { PlatformAnswer, RequestOptions } from '../../../../src/web/capture/mini-program/platform.js'
import { until } from '../../../support/until.js'
import type { Collector, Pushed } from '../node/collector.js'
import type { Servers } from '../node/places.js'
import { open, place } from './places.js'
import { standIn, type Kind } from './stand-in.js'
import type { DownloadTask } from './stand-in-download.js'

const KINDS = ['wx', 'my', 'tt', 'uni'] as const
const FILE = 'a download: its file is not recorded'

for (const kind of KINDS) {
  t.test(`${kind}: the recorder changes nothing for downloads, and records each once`, async t => {
    const { servers, collector } = await open(t)
    const without = await visit(t, servers, kind)
    const withIt = await visit(t, servers, kind, collector)
    t.same(withIt.log, without.log, 'the app saw the same')
    t.same(withIt.seen, without.seen, 'the server saw the same')
    const pushes = await recorded(collector, withIt.seen.length + 1)
    const isAlipay = kind === 'my'
    t.same(pushes.map(lineOf).sort(), [
      `GET /hang 0 ${isAlipay ? 'network error' : 'canceled: request:fail abort'}`,
      `GET /missing ${isAlipay ? '0 the download has failed' : `404 ${FILE} (16 B)`}`,
      `GET /none 0 ${isAlipay ? 'network error' : 'request:fail'}`,
      `GET /png 200 ${FILE} (70 B)`,
      `GET /png?again 200 ${FILE}${kind === 'uni' ? '' : ' (70 B)'}`
    ].sort())
    const png = pushes.find(({ api }) => api.endsWith('/png'))
    t.match(png?.requestHeader, /^GET \/c0\/png HTTP\/1.1\r\nx-app: 1\r\n/, 'no method and no data of the app, which the platform ignores')
    t.equal(/content-type: image\/png/i.test(png?.responseHeader ?? ''), kind !== 'tt', 'with the headers that the task tells')
    t.equal(png?.response, undefined)
  })
}

t.test('a task without progress, and none at all: the download is recorded without its size', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  const { downloadFile } = wx
  const tasks: unknown[] = [{ abort () {} }, undefined, { get onProgressUpdate () { throw new Error('not here') } }]
  wx.downloadFile = options => {
    downloadFile!(options)
    return tasks.shift()
  }
  place(t, { wx })
  Earshot.start({ url: collector.url, session: 'mini-program-01' })
  for (const expected of [...tasks]) {
    await new Promise<void>(resolve => {
      t.equal(wx.downloadFile!({ url: `${servers.places.http}/c0/png`, complete: () => resolve() }), expected, 'the task itself')
    })
  }
  t.same((await recorded(collector, 3)).map(lineOf), Array(3).fill(`GET /png 200 ${FILE}`))
})

t.test('a download of uni on wx is recorded once, with what the task of wx tells', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'writable')
  const uni = {
    request: wx.request,
    downloadFile: (options: RequestOptions) => options.complete
      ? wx.downloadFile!({ ...options })
      : new Promise((resolve, reject) => { wx.downloadFile!({ ...options, success: resolve, fail: reject }) })
  }
  place(t, { uni, wx })
  Earshot.start({ url: collector.url, session: 'mini-program-01' })
  const url = `${servers.places.http}/c0/png`
  await new Promise(resolve => { uni.downloadFile({ url, complete: resolve }) })
  t.match(await uni.downloadFile({ url }), { statusCode: 200, tempFilePath: 'tmp/file' })
  t.same((await recorded(collector, 2)).map(lineOf), Array(2).fill(`GET /png 200 ${FILE} (70 B)`))
})

t.test('Earshot.downloadFile records where the function cannot be replaced, and calls the platform when nothing is recorded', async t => {
  const { servers, collector } = await open(t)
  const wx = standIn('wx', 'frozen')
  place(t, { wx })
  t.capture(console, 'warn')
  const download = () => new Promise(resolve => { Earshot.downloadFile({ url: `${servers.places.http}/c0/png`, complete: resolve }) })
  t.match(await download(), { tempFilePath: 'tmp/file' })
  Earshot.start({ url: collector.url, session: 'mini-program-01', ignore: url => url.includes('hidden') })
  t.ok(Earshot.state!.notReplaced.includes('wx.downloadFile'))
  t.match(await download(), { tempFilePath: 'tmp/file' })
  await new Promise(resolve => { Earshot.downloadFile({ url: `${servers.places.http}/c0/png?hidden`, complete: resolve }) })
  Earshot.stop()
  t.same((await recorded(collector, 1)).map(lineOf), [`GET /png 200 ${FILE} (70 B)`])
})

async function visit (t: Test, servers: Servers, kind: Kind, collector?: Collector) {
  const platform = standIn(kind, 'writable')
  place(t, { [kind]: platform })
  servers.forget()
  if (collector) Earshot.start({ url: collector.url, session: 'mini-program-01' })
  const log: unknown[] = []
  await app(kind, options => platform.downloadFile!(options), servers, log)
  return { log: plain(log, 'Date'), seen: plain(servers.seen('/c0/')) }
}

/** A copy. `varying`: the name of a member that differs each time. */
function plain (list: unknown[], varying?: string): unknown[] {
  return JSON.parse(JSON.stringify(list, (name, value: unknown) => name === varying ? 'varies' : value)) as unknown[]
}

/** What an app does: with all callbacks, as a promise, an error status, a server that is not there, and an abort. */
async function app (kind: Kind, download: (options: RequestOptions) => unknown, servers: Servers, log: unknown[]): Promise<void> {
  const base = `${servers.places.http}/c0`
  const call = async (options: RequestOptions, after?: (task: DownloadTask) => void) => {
    await new Promise<void>(resolve => {
      const task = download(Object.freeze({
        ...options,
        success: (answer: PlatformAnswer) => log.push(['success', answer]),
        fail: (answer: PlatformAnswer) => log.push(['fail', answer]),
        complete: (answer: PlatformAnswer) => { log.push(['complete', answer]); resolve() }
      })) as DownloadTask
      log.push(Object.keys(task), task.constructor.name)
      if (task instanceof Promise) task.catch((answer: unknown) => log.push(['rejected', answer]))
      task.onHeadersReceived?.(({ header }) => log.push(Object.keys(header)))
      after?.(task)
    })
  }
  await call({ url: `${base}/png`, method: 'POST', data: { a: 1 }, header: { 'x-app': '1' } },
    task => task.onProgressUpdate!(({ totalBytesWritten }) => log.push(totalBytesWritten)))
  await call({ url: `${base}/missing` })
  const refused = { url: `http://127.0.0.1:${servers.places.closed}/none` }
  if (kind === 'uni') {
    log.push(await download({ url: `${base}/png?again` }))
    await (download(refused) as Promise<unknown>).catch((answer: unknown) => log.push(['rejected', answer]))
  } else {
    await call({ url: `${base}/png?again` })
    await call(refused)
  }
  await call({ url: `${base}/hang` }, task => {
    until('it is under way', async () => servers.seen('/c0/hang').length === 1).then(() => task.abort(), () => {})
  })
}

async function recorded (collector: Collector, count: number): Promise<Pushed[]> {
  await until('all is recorded', async () =>
    collector.pushes().length === count && collector.pushes().every(all => all.at(-1)!.timeConsuming > 0))
  return collector.pushes().map(all => all.at(-1)!)
}

function lineOf ({ method, api, responseHeader = '', note = '' }: Pushed): string {
  return `${method} ${api.replace(/^http:\/\/[^/]*(\/c0)?/, '')} ${/^HTTP\/1.1 (\d+)/.exec(responseHeader)?.[1]} ${note}`
}
