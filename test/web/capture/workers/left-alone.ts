// Workers that are not recorded, and scripts of workers that cannot be loaded: both behave as without the recorder.
import t from 'tap'
import { until } from '../../../support/until.js'
import { recorded, replica, site } from '../browser/place.js'
import { serveScript, starting, visit } from './place.js'

const HELLO = "postMessage('hello')"
const FIRST = `(worker) => new Promise(resolve => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = event => resolve([event.constructor.name, event.message, event.isTrusted])
})`

t.test('calls of Worker that throw do so with the same words', async t => {
  const script = `async () => ['http://[', 'https://x.test/a.js', Symbol.iterator, { toString () { throw Error('mine') } }].map(given => {
    try { return String(new Worker(given)) } catch (error) { return [error.name, error.message, error.constructor.name] }
  }).concat([() => new Worker(), () => Worker('/a')].map(run => { try { return run() } catch (error) { return error.message } }))`
  const without = await visit(t, '', script)
  const two = await visit(t, 'data-workers=all', script)
  t.ok(two.isHeard)
  t.same(two.result, without.result)
})

for (const type of ['classic', 'module']) {
  t.test(`a ${type} worker whose script is missing gets an event without a reason`, async t => {
    const script = `async () => (${FIRST})(new Worker('/c?status=404', { type: '${type}' }))`
    const [one, two] = [await visit(t, '', script), await visit(t, 'data-workers=all', script)]
    t.ok(two.isHeard)
    t.same((one.result as unknown[]).slice(0, 2), ['Event', null])
    t.same((two.result as unknown[]).slice(0, 2), ['Event', null])
  })
}

t.test('data-workers alone leaves workers from addresses of the origin alone', async t => {
  const path = serveScript("postMessage([location.href, new Error().stack.includes('blob:')])")
  const { result, isHeard } = await visit(t, 'data-workers', `async () => (${FIRST})(new Worker('${path}'))`)
  t.ok(isHeard)
  t.same(result, [site.url + path, false])
})

t.test('shared workers stay the same ones: two pages share one', async t => {
  const path = serveScript('let count = 0; onconnect = ({ ports: [port] }) => port.postMessage([++count, location.pathname])')
  const join = `async () => (${FIRST})(new SharedWorker('${path}', 'one').port)`
  const { page, context, result } = await visit(t, 'data-workers=all', join)
  const other = await context.newPage()
  await other.goto(page.url())
  t.same([result, await other.evaluate('result')], [[1, path], [2, path]])
})

const POLICIES: Record<string, [policy: string, said: RegExp]> = {
  'of workers': ["worker-src 'self'", /does not record workers: the Content Security Policy/],
  'of scripts, by nonces': ["script-src 'nonce-n'; worker-src 'self' blob:", /does not record workers/],
  'of trusted types': ["require-trusted-types-for 'script'; trusted-types app", /does not record workers/],
  'of evaluated scripts': ["script-src 'self' blob: data: 'nonce-n'", /does not record workers with URLs of this origin: .* 'unsafe-eval'/]
}
for (const [name, [policy, expected]] of Object.entries(POLICIES)) {
  t.test(`with a policy ${name} that forbids it, the worker starts as it is, and one line says so`, async t => {
    const path = serveScript('postMessage(location.href)')
    const start = `async () => {
      const policy = trustedTypes.createPolicy('app', { createScriptURL: text => text })
      const address = ${name === 'of trusted types'} ? policy.createScriptURL('${path}') : '${path}'
      return await (${FIRST})(new Worker(address))
    }`
    const { result, said } = await visit(t, 'data-workers=all', start, { 'content-security-policy': policy })
    t.equal(result, site.url + path)
    await until('it is said', async () => said.some(text => expected.test(text)))
    t.equal(said.filter(text => /Earshot/.test(text)).length, 1)
  })
}

t.test('a policy that allows workers from blobs, but no such scripts, lets a worker from a blob start', async t => {
  const start = starting('blob', HELLO, {}, FIRST)
  const { result } = await visit(t, 'data-workers', start, { 'content-security-policy': "script-src 'nonce-n'; worker-src blob:" })
  t.equal(result, 'hello')
})

t.test('with `ignore` or `mask.edit`, which are functions of the page, no worker is recorded', async t => {
  const { page, said } = await visit(t, 'data-workers', 'async () => 1')
  await page.evaluate('Earshot.stop(); Earshot.start({ workers: true, ignore: () => false })')
  await until('it is said', async () => said.some(text => /does not record workers: a worker cannot call/.test(text)))
})

const FUNCTIONS = '[Worker, Worker.prototype.constructor, URL.createObjectURL, URL.revokeObjectURL]'

t.test('stop() restores Worker and URL, and a script that is loaded late records the workers after it', async t => {
  const { page, session } = await visit(t, '', 'async () => 1')
  await page.evaluate(`globalThis.before = ${FUNCTIONS}`)
  await page.addScriptTag({ url: `${replica.url}/earshot.js` })
  await page.evaluate(`Earshot.start({ session: '${session}', workers: true })`)
  await until('Worker is replaced', async () => await page.evaluate('Worker !== before[0]'))
  const text = `fetch('${site.url}/c?text=late').then(reply => reply.text()).then(postMessage)`
  t.equal(await page.evaluate(`(${starting('blob', text, {}, FIRST)})()`), 'late')
  await recorded(session, 1)
  await page.evaluate('Earshot.stop()')
  t.equal(await page.evaluate(`${FUNCTIONS}.every((one, n) => one === before[n])`), true)
})
