// uni on top of wx, as in the runtimes of uni-app: they copy the options, run the app's interceptors, which may be asynchronous, and call
// wx, or their own copy of it.
import t from 'tap'
import { Earshot } from '../../../../src/web/capture/mini-program/earshot.js'
import type { PlatformAnswer, Ask, RequestOptions } from '../../../../src/web/capture/mini-program/platform.js'
import { until } from '../../../support/until.js'
import { openCollector } from '../node/collector.js'
import { openServers } from '../node/places.js'
import { standIn } from './stand-in.js'

type Intercept = (options: RequestOptions) => RequestOptions | Promise<RequestOptions>

for (const [how, isCopied] of [['calls wx', false], ['calls its copy of wx', true]] as const) {
  t.test(`uni ${how}: interceptors see only the app's requests, and each request is recorded once`, async t => {
    const servers = await openServers()
    t.teardown(() => servers.close())
    const collector = await openCollector()
    t.teardown(() => collector.close())
    t.teardown(() => Earshot.stop())
    const base = `${servers.places.http}/c0`
    const seen: string[] = []
    const wx = standIn('wx', 'writable')
    const uni = uniAbove(isCopied ? wx.request : options => wx.request(options), options => {
      seen.push(options.url)
      const changed = { ...options, url: base + options.url, header: { token: 't0ken' } }
      return options.url.includes('late') ? new Promise(resolve => setImmediate(resolve, changed)) : changed
    })
    Object.assign(globalThis, { uni, wx })
    t.teardown(() => { for (const name of ['uni', 'wx']) Reflect.deleteProperty(globalThis, name) })
    Earshot.start({ url: collector.url, session: 'mini-program-01' })
    await new Promise(resolve => { uni.request({ url: '/json', complete: resolve }) })
    const answer = await uni.request({ url: '/echo', method: 'POST', data: 'text' }) as PlatformAnswer
    t.match(answer, { statusCode: 200, data: 'text' })
    await uni.request({ url: '/json?late' })
    await new Promise(resolve => { wx.request({ url: `${base}/png`, complete: resolve }) })
    const pushes = () => collector.pushes().map(all => all.at(-1)!)
    await until('all are recorded', async () => pushes().length === 4 && pushes().every(({ timeConsuming }) => timeConsuming > 0))
    t.same(pushes().map(({ method, api }) => `${method} ${api.replace(base, '')}`),
      ['GET /json', 'POST /echo', 'GET /json?late', 'GET /png'])
    t.same(seen, ['/json', '/echo', '/json?late'])
    t.equal(pushes()[0]?.requestHeader?.includes('token: '), !isCopied, 'with the header of the interceptor, if wx sees the request')
  })
}

function uniAbove (below: Ask, intercept: Intercept): { request: Ask } {
  const run = (options: RequestOptions) => {
    const changed = intercept({ ...options })
    return changed instanceof Promise ? changed.then(below) : below(changed)
  }
  return {
    request: options => options.success ?? options.fail ?? options.complete
      ? run(options)
      : new Promise((resolve, reject) => { run({ ...options, success: resolve, fail: reject }) })
  }
}
