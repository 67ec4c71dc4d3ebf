// Rules in Node: with every client, an app sees the same as if a server had given the same answers, and each request is recorded once, with
// the rule that applied to it.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChangeResponse, Rule, RuleAction } from '../../../../src/schema/rule.js'
import { MALFORMED } from '../core/malformed-rules.js'
import { bundled } from './bundle.js'
import { openCollector } from './collector.js'
import { openEcho } from './rules/echo.js'
import { openPlace, ruleOf, RULES } from './rules/places.js'

const BEYOND_HTTP =
  "for requests of Node's http and https, a rule can only answer them or make them fail, and match only their method and URL"
const [recorder, program = ''] = await bundled(t, fileURLToPath(new URL('./rules/program.ts', import.meta.url)))
const UNDICI = import.meta.resolve('undici')
/** Other versions, in turns with Node's own; the last one needs a newer Node than the oldest that is supported. */
const OTHERS = ['undici-5', 'undici-6', 'undici-8']
const NODES = process.env.EARSHOT_TEST_NODES?.split(':') ?? [process.execPath]

interface Ran { code: number | null, errors: string, lines: unknown[] }
interface Line { what: string, seen: unknown }

async function run (node: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const { NODE_OPTIONS, ...rest } = process.env
  const child = spawn(node, args, { env: { ...rest, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, errors, [code]] = await Promise.all([
    text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>
  ])
  const lines = printed.replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:PORT').trim().split('\n')
  return { code, errors, lines: lines.map(line => JSON.parse(line) as unknown) }
}

async function open (t: Test, gives: boolean) {
  const place = await openPlace(gives)
  t.teardown(() => place.close())
  return place
}

const ENV = { EARSHOT_SESSION: 'node-rules-0001', EARSHOT_RULES: 'on' }

async function openWithRules (t: Test, rules: Rule[]) {
  const collector = await openCollector()
  t.teardown(() => collector.close())
  collector.rules = rules
  return collector
}

/** Runs a script with the recorder, once a rule applies to `/ready`. `at`: the address of an echo server. */
async function runRuled (t: Test, node: string, rules: Rule[], script: string, env: NodeJS.ProcessEnv = {}) {
  const collector = await openWithRules(t, [ruleOf('path:=/ready', { type: 'respond', status: 204 }, { id: 'ready' }), ...rules])
  const echo = await openEcho()
  t.teardown(() => echo.close())
  const ready = "while ((await fetch(at + '/ready')).status !== 204) await new Promise(resolve => setTimeout(resolve, 20))"
  const file = join(t.testdir({ 'program.mjs': `const at = process.argv[2]\nconst log = (...all) => console.log(JSON.stringify(all))\n${ready}\n${script}` }), 'program.mjs')
  const { code, errors, lines } = await run(node, ['--require', recorder, file, echo.url], { EARSHOT_URL: collector.url, ...ENV, ...env })
  t.same({ code, errors }, { code: 0, errors: '' })
  const pushes = collector.pushes().map(all => all.at(-1)!).filter(({ api }) => !api.endsWith('/ready'))
  return { lines, pushes }
}

for (const node of NODES) {
  t.test(`${node}: an answer of a rule looks like that of a server`, async t => {
    const [real, other] = [await open(t, true), await open(t, false)]
    const collector = await openWithRules(t, RULES)
    const served = await run(node, [program, JSON.stringify(real)], {})
    const ruled = await run(node, ['--require', recorder, program, JSON.stringify(other)], { EARSHOT_URL: collector.url, ...ENV })
    t.same({ code: ruled.code, errors: ruled.errors }, { code: 0, errors: '' })
    for (const { what, seen } of served.lines as Line[]) {
      t.same((ruled.lines as Line[]).find(line => line.what === what)?.seen, seen, what)
    }
    t.equal(ruled.lines.length, served.lines.length)
    t.same(other.seen.filter(line => !line.includes('/ready')), [], 'no request reached a server')
    const pushes = collector.pushes().map(all => all.at(-1)!).filter(({ api }) => !api.endsWith('/ready'))
    t.ok(pushes.length > 100)
    t.same(pushes.filter(({ api, rule }) => rule?.id !== /\/(\w+)(?:\?|$)/.exec(api)?.[1]).map(({ api }) => api), [], 'each entry has its rule')
    t.same(pushes.filter(({ timeConsuming }) => !(timeConsuming > 0)), [], 'each request ended')
  })

  t.test(`${node}: a change shows the app another response, and the entry has both`, async t => {
    const change = (response: ChangeResponse) => ({ type: 'change', response } as const)
    const rules = [
      ruleOf('path:=/merged', change({ status: 418, statusText: 'Teapot', setHeaders: [{ name: 'X-New', value: 'n' }], removeHeaders: ['x-echo'], merge: { url: null, c: [1] } })),
      ruleOf('path:=/packed', change({ patch: [{ op: 'add', path: '/c', value: 1 }] })),
      ruleOf('path:=/replaced', change({ body: { text: 'replaced' } })),
      ruleOf('path:=/headed', change({ setHeaders: [{ name: 'x-new', value: 'n' }] })),
      ruleOf('path:=/stream', change({ body: { text: 'replaced' } })),
      ruleOf('path:=/text', change({ merge: { a: 1 } }))
    ]
    const { lines, pushes } = await runRuled(t, node, rules, `
      const { request, fetch: ofPackage } = await import(${JSON.stringify(UNDICI)})
      for (const path of ['merged', 'packed', 'replaced', 'headed', 'stream', 'text']) {
        for (const ask of [fetch, ofPackage]) {
          const response = await ask(at + '/' + path)
          log(response.status, response.statusText, response.headers.get('x-new'), response.headers.get('x-echo'), await response.text())
        }
        const { statusCode, headers, body } = await request(at + '/' + path)
        const bytes = Buffer.from(await body.arrayBuffer())
        log(statusCode, headers['content-length'], headers['content-encoding'] ?? null, bytes.toString())
      }`)
    const merged = '{"n":12345678901234567890,"method":"GET","body":"","c":[1]}'
    const packed = '{"n":12345678901234567890,"url":"/packed","method":"GET","body":"","c":1}'
    const of = (path: string) => `{"n":12345678901234567890,"url":"/${path}","method":"GET","body":""}`
    t.same(lines, [
      [418, 'Teapot', 'n', null, merged], [418, 'Teapot', 'n', null, merged], [418, `${merged.length}`, null, merged],
      [200, 'OK', null, 'yes', packed], [200, 'OK', null, 'yes', packed], [200, `${packed.length}`, null, packed],
      [200, 'OK', null, 'yes', 'replaced'], [200, 'OK', null, 'yes', 'replaced'], [200, '8', null, 'replaced'],
      [200, 'OK', 'n', 'yes', of('headed')], [200, 'OK', 'n', 'yes', of('headed')], [200, `${of('headed').length}`, null, of('headed')],
      [200, 'OK', null, null, 'data: 1\n\n'], [200, 'OK', null, null, 'data: 1\n\n'], [200, null, null, 'data: 1\n\n'],
      [200, 'OK', null, null, 'no JSON'], [200, 'OK', null, null, 'no JSON'], [200, '7', null, 'no JSON']
    ])
    t.equal(pushes.length, 18, 'each request was recorded once')
    const one = (path: string) => pushes.find(({ api }) => api.endsWith(path))
    t.match(one('/merged'), {
      rule: { action: 'change' }, response: merged, responseHeader: /^HTTP\/1.1 418 Teapot/, originalResponse: of('merged'), originalResponseHeader: /^HTTP\/1.1 200 OK/
    })
    t.match(one('/packed'), { response: packed, originalResponse: of('packed') })
    t.notOk('originalResponse' in one('/headed')!, 'the body is the same')
    t.match(one('/stream'), { note: /a stream of events/ })
    t.match(one('/text'), { note: /not JSON/ })
  })

  t.test(`${node}: a change or a delay of a request, a canceled one, and bodies that rules ask for`, async t => {
    const rules = [
      ruleOf('path:=/old', {
        type: 'change',
        request: { pathPrefix: { from: '/old', to: '/new' }, setHeaders: [{ name: 'x-asked', value: 'yes' }], body: { text: 'another body' } }
      }),
      ruleOf('path:=/slow', { type: 'delay', ms: 100 }),
      ruleOf('path:=/cancel', { type: 'fail', how: 'abort' }),
      ruleOf('path:=/graphql operation:=Stock', { type: 'respond', status: 200, body: { text: 'in stock' } }),
      ruleOf('path:=/headers request-header:x-a=1', { type: 'respond', status: 200, body: { text: 'a header' } })
    ]
    const { lines, pushes } = await runRuled(t, node, rules, `
      import http from 'node:http'
      const { request } = await import(${JSON.stringify(UNDICI)})
      const failed = ({ name, message, code }) => [name, message, code]
      const json = async response => { const { url, method, body, asked } = await response.json(); return [url, method, body, asked] }
      log(await json(await fetch(at + '/old', { method: 'POST', body: 'the body' })))
      log(await (await request(at + '/old?a=b', { method: 'POST', body: 'the body' })).body.json())
      const before = performance.now()
      log((await fetch(at + '/slow')).status, performance.now() - before > 99)
      log(await fetch(at + '/cancel').catch(failed))
      log(await request(at + '/cancel').catch(failed))
      const query = body => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: body }) })
      log(await (await fetch(at + '/graphql', query('query Stock { n }'))).text())
      log((await json(await fetch(at + '/graphql', query('query Other { n }'))))[0])
      log(await (await request(at + '/graphql', query('query Stock { n }'))).body.text())
      log(await (await fetch(at + '/headers', { headers: { 'X-A': '1' } })).text())
      const get = (path, options) => new Promise((resolve, reject) => http.get(at + path, options, response => resolve(response.resume().statusCode)).on('error', reject))
      log(await get('/slow'), await get('/headers', { headers: { 'X-A': '1' } }), await get('/cancel').catch(failed))`)
    t.same(lines, [
      [['/new', 'POST', 'another body', 'yes']],
      [{ n: 12345678901234567000, url: '/new?a=b', method: 'POST', body: 'another body', asked: 'yes' }],
      [200, true],
      [['AbortError', 'This operation was aborted', 20]],
      [['AbortError', 'Request aborted', 'UND_ERR_ABORTED']],
      ['in stock'], ['/graphql'], ['in stock'], ['a header'],
      [200, 200, ['AbortError', 'The operation was aborted', 'ABORT_ERR']]
    ])
    t.match(pushes.find(({ api }) => api.endsWith('/old')), { request: 'another body', requestHeader: /^POST \/new .*x-asked: yes/s, rule: { action: 'change' } })
    t.same(pushes.filter(({ api, note }) => /slow|headers/.test(api) && note).map(({ note }) => note), [
      `rule "path:=/slow" not applied: ${BEYOND_HTTP}`,
      `rule "path:=/headers request-header:x-a=1" not applied: ${BEYOND_HTTP}`
    ])
  })

  for (const name of OTHERS) {
    t.test(`${node}: ${name} and Node's fetch meet the same rules, and each request is recorded once`, async t => {
      const { lines, pushes } = await runRuled(t, node, [
        ruleOf('path:=/a', { type: 'respond', status: 503, headers: [{ name: 'x-a', value: 'b' }], body: { text: 'no' } }, { id: 'a' }),
        ruleOf('path:=/b', { type: 'fail', how: 'network' }, { id: 'b' }),
        ruleOf('path:=/d', { type: 'change', response: { status: 201, body: { text: 'changed' } } }, { id: 'd' }),
        ruleOf('path:=/e', { type: 'delay', ms: 30 }, { id: 'e' })
      ], `
        const [major, minor] = process.versions.node.split('.')
        if (${name === 'undici-8'} && (major < 22 || (major === '22' && minor < 19))) {
          log('too old')
          process.exit()
        }
        const { request, fetch: other } = (await import('${import.meta.resolve(name)}')).default
        const clients = {
          request: async url => { const { statusCode, headers, body } = await request(url); return [statusCode, headers['x-a'] ?? null, await body.text()] },
          ...Object.fromEntries(Object.entries({ other, fetch }).map(([name, fetch]) => [name, async url => {
            const reply = await fetch(url)
            return [reply.status, reply.headers.get('x-a'), await reply.text()]
          }]))
        }
        for (const path of ['a', 'b', 'c', 'd', 'e']) {
          for (const ask of Object.values(clients)) log(path, await ask(at + '/' + path).catch(error => (error.cause ?? error).code))
        }`)
      if (lines.length === 1) {
        t.same(lines, [['too old']])
        return
      }
      const echoed = (path: string) => `{"n":12345678901234567890,"url":"/${path}","method":"GET","body":""}`
      const expected: Record<string, unknown> = { a: [503, 'b', 'no'], b: 'ECONNRESET', d: [201, null, 'changed'] }
      for (const [path, seen] of lines as [string, unknown][]) t.same(seen, expected[path] ?? [200, null, echoed(path)], path)
      t.equal(lines.length, 15)
      const rules = pushes.map(({ api, rule }) => `${api.slice(-1)} ${rule?.id}`).sort()
      t.same(rules, ['a', 'b', 'c', 'd', 'e'].flatMap(id => Array(3).fill(`${id} ${id === 'c' ? undefined : id}`) as string[]))
    })
  }

  t.test(`${node}: malformed rules are dropped: the program's requests are made, also those that another rule delays`, async t => {
    const delay = ruleOf('', { type: 'delay', ms: 5 }, { id: 'delay' })
    const rules = [...MALFORMED.map((action, n) => ruleOf(`query:=n=${n}`, action as RuleAction, { id: `r${n}` })), delay]
    const { lines } = await runRuled(t, node, rules, `
      for (let n = 0; n < ${MALFORMED.length}; n++) log(await fetch(at + '/n?n=' + n).then(response => response.status, String))`)
    t.same(lines, MALFORMED.map(() => [200]))
  })

  t.test(`${node}: hosts that the app does not name, and programs that do not opt in, have no rules`, async t => {
    const rules = [ruleOf('path:=/pay', { type: 'respond', status: 503 })]
    const script = "const { status } = await fetch(at + '/pay'); log(status, (await fetch(at.replace('127.0.0.1', 'localhost') + '/pay')).status)"
    t.same((await runRuled(t, node, rules, script, { EARSHOT_RULES: '127.0.0.1' })).lines, [[503, 200]])
    const collector = await openWithRules(t, rules)
    const echo = await openEcho()
    t.teardown(() => echo.close())
    const program = `
      const at = process.argv[2]
      console.log(JSON.stringify([(await fetch(at + '/pay')).status, Object.getOwnPropertySymbols(globalThis).map(String)]))`
    const file = join(t.testdir({ 'plain.mjs': program }), 'plain.mjs')
    const without = await run(node, [file, echo.url], {})
    const { lines } = await run(node, ['--require', recorder, file, echo.url], { EARSHOT_URL: collector.url, EARSHOT_SESSION: 'node-rules-0001' })
    const [[status, symbols]] = lines as [[number, string[]]]
    t.same([status, symbols.filter(symbol => symbol !== 'Symbol(earshot.node)')], without.lines[0])
    t.same(collector.asked, 0, 'the service was not asked for rules')
  })
}
