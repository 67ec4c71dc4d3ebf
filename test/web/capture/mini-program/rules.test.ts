// Rules in mini-programs, on the stand-in for each platform: an app sees the same as if a server had given the same answers.
import t, { type Test } from 'tap'
import { Earshot } from '../../../../src/web/capture/mini-program/rules/earshot.js'
import type { PlatformAnswer, RequestOptions } from '../../../../src/web/capture/mini-program/platform.js'
import type { Rule } from '../../../../src/schema/rule.js'
import { until } from '../../../support/until.js'
import { openCollector } from '../node/collector.js'
import { openEcho } from '../node/rules/echo.js'
import { ANSWERS, openPlace, ruleOf, RULES } from '../node/rules/places.js'
import { standIn, type StandIn, type Task } from './stand-in.js'

const KINDS = ['wx', 'my', 'tt', 'uni'] as const
type Kind = typeof KINDS[number]
const SESSION = 'mini-rules-0001'

function place (t: Test, kind: Kind): StandIn {
  const platform = standIn(kind, 'writable')
  Object.assign(globalThis, { [kind]: platform })
  t.teardown(() => {
    Earshot.stop()
    Reflect.deleteProperty(globalThis, kind)
  })
  return platform
}

async function start (t: Test, platform: StandIn, rules: Rule[], url: string) {
  const collector = await openCollector()
  t.teardown(() => collector.close())
  collector.rules = rules
  Earshot.start({ url: collector.url, session: SESSION, rules: true })
  await until('rules apply', async () => (await ask(platform, { url: `${url}/ready` }))[1].startsWith('success'))
  return collector
}

/** Resolves with the task, and the callbacks as they came. */
function ask (platform: StandIn, options: RequestOptions): Promise<[unknown, string]> {
  const seen: string[] = []
  const note = (name: string) => (answer: PlatformAnswer) => { seen.push(`${name} ${JSON.stringify(answer, bytesAsText)}`) }
  return new Promise(resolve => {
    const task = platform.request({
      ...options,
      success: note('success'),
      fail: note('fail'),
      complete: answer => { note('complete')(answer); setTimeout(() => resolve([task, seen.join('\n')]), 0) }
    })
    if (seen.length > 0) seen.push('called before it returned')
  })
}

function bytesAsText (_key: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? `bytes ${Buffer.from(value).toString('hex')}` : value
}

async function visit (platform: StandIn, kind: Kind, url: string): Promise<string[]> {
  const log: string[] = []
  for (const path of [...Object.keys(ANSWERS), 'later', 'reset']) {
    log.push((await ask(platform, { url: `${url}/${path}`, method: 'POST', data: { a: 1 } }))[1])
    log.push((await ask(platform, { url: `${url}/${path}`, dataType: 'text' }))[1])
    log.push((await ask(platform, { url: `${url}/${path}`, responseType: 'arraybuffer' }))[1])
  }
  await new Promise<void>(resolve => {
    const task = platform.request({ url: `${url}/hang`, fail: answer => { log.push(JSON.stringify(answer)); resolve() } }) as Task
    setTimeout(() => task.abort(), 20)
  })
  if (kind === 'uni') {
    log.push(JSON.stringify(await platform.request({ url: `${url}/pay` })))
    log.push(JSON.stringify(await (platform.request({ url: `${url}/reset` }) as Promise<unknown>).catch((error: unknown) => ({ error }))))
  }
  return log
}

for (const kind of KINDS) {
  t.test(`${kind}: an answer of a rule looks like that of a server`, async t => {
    const [real, other] = [await openPlace(true), await openPlace(false)]
    t.teardown(() => { real.close(); other.close() })
    const served = await visit(standIn(kind, 'writable'), kind, real.http)
    const platform = place(t, kind)
    // On Alipay, the error status of the server is a failure.
    const collector = await start(t, platform, RULES, other.http)
    const ruled = await visit(platform, kind, other.http)
    served.forEach((seen, n) => t.equal(ruled[n], seen))
    t.same(other.seen.filter(line => !line.includes('/ready')), [], 'no request reached a server')
    await until('all is recorded', async () => Earshot.state?.queued === 0)
    const pushes = collector.pushes().map(all => all.at(-1)!).filter(({ api }) => !api.endsWith('/ready'))
    t.same(pushes.filter(({ api, rule }) => !api.endsWith(`/${rule?.id}`)).map(({ api }) => api), [])
    t.equal(pushes.length, served.length)
  })

  t.test(`${kind}: requests and responses are changed and delayed`, async t => {
    const echo = await openEcho()
    t.teardown(() => echo.close())
    const platform = place(t, kind)
    const collector = await start(t, platform, [
      ruleOf('path:=/ready', { type: 'respond', status: 200 }),
      ruleOf('path:=/merged', { type: 'change', response: { status: 418, setHeaders: [{ name: 'x-new', value: 'n' }], merge: { url: null, n: 7 } } }),
      ruleOf('path:=/old request:a', { type: 'change', request: { pathPrefix: { from: '/old', to: '/new' }, setHeaders: [{ name: 'x-asked', value: 'yes' }] } }),
      ruleOf('path:=/slow', { type: 'delay', ms: 50 })
    ], echo.url)
    const merged = await ask(platform, { url: `${echo.url}/merged` })
    t.match(merged[1], kind === 'my' ? /^fail .*"error":19/ : /^success .*"statusCode":418/)
    t.match(merged[1], /"data":\{"n":7,"method":"GET","body":""\}/)
    t.match(merged[1], /"x-new":"n"/)
    t.match((await ask(platform, { url: `${echo.url}/old`, method: 'POST', data: { a: 1 } }))[1], /"url":"\/new","method":"POST","body":"\{\\"a\\":1\}","asked":"yes"/)
    t.match((await ask(platform, { url: `${echo.url}/old`, method: 'POST', data: { b: 1 } }))[1], /"url":"\/old"/)
    const startMs = performance.now()
    t.match((await ask(platform, { url: `${echo.url}/slow`, data: { q: 1 } }))[1], /"url":"\/slow\?q=1"/)
    t.ok(performance.now() - startMs > 45)
    await until('all is recorded', async () => Earshot.state?.queued === 0)
    t.match(collector.pushes().map(all => all.at(-1)!).find(({ api }) => api.endsWith('/merged')), {
      rule: { action: 'change' },
      response: '{"n":7,"method":"GET","body":""}',
      responseHeader: /^HTTP\/1.1 418/,
      originalResponse: '{"n":12345678901234567890,"url":"/merged","method":"GET","body":""}',
      originalResponseHeader: /^HTTP\/1.1 200/
    })
  })
}

t.test('the rules of the last start apply from the first request on; stop() ends them, and they are no part of the recorded storage', async t => {
  const echo = await openEcho()
  t.teardown(() => echo.close())
  const wx = place(t, 'wx')
  const { request } = wx
  const collector = await start(t, wx, [ruleOf('', { type: 'respond', status: 200, body: { text: 'kept' } })], echo.url)
  await until('they are kept', async () => String(wx.getStorageSync?.('earshot.rules' as never)).includes('kept'))
  Earshot.stop()
  t.equal(wx.request, request)
  t.match((await ask(wx, { url: `${echo.url}/a` }))[1], /"url":"\/a"/)
  Earshot.start({ url: collector.url, session: SESSION, rules: true })
  t.match((await ask(wx, { url: `${echo.url}/a` }))[1], /"data":"kept"/)
  await until('all is recorded', async () => Earshot.state?.queued === 0)
  t.notMatch(JSON.stringify(collector.pushes()), /earshot\.rules/)
})
