// Which web pages may write rules if no token is required: the pages of the service, and pages whose origin CORS_ORIGINS lists by name (`*`
// is not enough). Programs that are not web pages may, too.
import { once } from 'node:events'
import { createServer, request as connect, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { startBrowser } from '../support/browser.js'
import { newSession, type Reply } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica, type Replica } from '../support/replica.js'
import { FAILS, getRules, putRules, rulesOf } from '../support/rules.js'

const redis = await startRedis(t)
const open = await startReplica(t, redis)
const listing = await startReplica(t, redis, { CORS_ORIGINS: 'https://app.example,http://192.0.2.1:3000' })
const { port } = new URL(open.url)

t.test('a page of an origin that is not listed neither writes rules nor says that it edits them; others and programs do', async t => {
  const site = (value: string) => ({ 'sec-fetch-site': value })
  for (const [replica, headers, status] of [
    [open, {}, 200], [open, { origin: open.url }, 200], [open, { origin: 'http://localhost:3000', host: 'localhost:3000' }, 200],
    [open, { origin: 'https://evil.example' }, 403], [open, { origin: 'null' }, 403], [open, { origin: `http://localhost:${port}` }, 403],
    [open, { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, 403],
    // Its name was made to resolve to this machine.
    [open, { origin: `http://evil.example:${port}`, host: `evil.example:${port}` }, 403],
    [open, { origin: `http://127.0.0.1.evil.example:${port}`, host: `127.0.0.1.evil.example:${port}` }, 403],
    // Behind a proxy that changes the name of the host.
    [open, { origin: 'https://tools.example', ...site('same-origin') }, 200],
    [open, site('cross-site'), 403], [open, { origin: open.url, ...site('same-site') }, 403],
    [listing, { origin: 'https://app.example', ...site('cross-site') }, 200], [listing, { origin: 'https://other.example' }, 403]
  ] as [Replica, Record<string, string>, number][]) {
    const session = newSession()
    const about = JSON.stringify(headers)
    const reply = await overHttp(replica, 'PUT', session, '', headers)
    t.equal(reply.status, status, `PUT ${about}`)
    t.equal((await overHttp(replica, 'GET', session, '&editing=1', headers)).status, status, `editing ${about}`)
    if (status === 200) continue
    t.match(reply.body, /CORS_ORIGINS/)
    t.match(await rulesOf(open, session), { version: '0', holdMs: 0 }, about)
  }
})

t.test('a service whose rules are on only because it listens on loopback refuses edits through a proxy', async t => {
  const permitting = await startReplica(t, redis, { RULES: 'on' })
  const guarded = await startReplica(t, redis, { VIEW_TOKENS: 'v' })
  const forwarded = { 'x-forwarded-for': '198.51.100.1' }
  for (const headers of [forwarded, { forwarded: 'for=198.51.100.1' }, { via: '1.1 proxy' }, { 'x-real-ip': '198.51.100.1' }]) {
    for (const reply of [
      await overHttp(open, 'PUT', newSession(), '', headers), await overHttp(open, 'GET', newSession(), '&editing=1', headers)
    ]) t.match(reply, { status: 403, body: /cannot be edited through a proxy.*RULES=on/ }, Object.keys(headers).join())
    t.equal((await overHttp(open, 'GET', newSession(), '', headers)).status, 200, 'apps read them')
  }
  t.equal((await overHttp(permitting, 'PUT', newSession(), '', forwarded)).status, 200)
  t.equal((await overHttp(guarded, 'PUT', newSession(), '', { ...forwarded, authorization: 'Bearer v' })).status, 200)
})

t.test('foreign pages still read rules, because recorders do; with tokens, the origin does not matter', async t => {
  const foreign = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
  t.equal((await getRules(open, newSession(), '', foreign)).status, 200)
  const guarded = await startReplica(t, redis, { VIEW_TOKENS: 'v' })
  const authorization = 'Bearer v'
  t.equal((await putRules(guarded, newSession(), { rules: [FAILS] }, { ...foreign, authorization })).status, 200)
  t.equal((await getRules(guarded, newSession(), '&editing=1', { ...foreign, authorization })).status, 200)
  const half = await startReplica(t, redis, { RULE_TOKENS: 'r' })
  t.equal((await getRules(half, newSession(), '&editing=1', foreign)).status, 403, 'everybody may view, so no token protects this')
})

t.test('Chromium: the page of the service writes rules, also below a path of a proxy; a page of another port does not', async t => {
  const proxy = createServer((request, response) => {
    if (request.url === '/other') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>another page')
      return
    }
    const path = request.url!.replace(/^\/earshot/, '')
    const onward = connect(`${open.url}${path}`, { method: request.method, headers: { ...request.headers, host: new URL(open.url).host } })
    onward.on('response', reply => { response.writeHead(reply.statusCode!, reply.headers); reply.pipe(response) })
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  t.teardown(() => { proxy.closeAllConnections(); proxy.close() })
  await once(proxy, 'listening')
  const proxied = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const browser = await startBrowser(t)
  const page = await browser.newPage()
  const put = async (at: string, to: string) => {
    await page.goto(at)
    const address = `${to}/capture/rules?sessionId=${newSession()}`
    return await page.evaluate(async ([address, body]) => {
      return (await fetch(address!, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: body! })).status
    }, [address, JSON.stringify({ rules: [FAILS] })])
  }
  t.equal(await put(open.url, open.url), 200)
  t.equal(await put(`http://localhost:${port}/`, `http://localhost:${port}`), 200)
  t.equal(await put(`${proxied}/earshot/`, `${proxied}/earshot`), 200)
  t.equal(await put(`${proxied}/other`, open.url), 403)
})

// fetch() sends the host of the URL only.
async function overHttp (
  { url }: Replica, method: string, session: string, more: string, headers: Record<string, string>
): Promise<Pick<Reply, 'status'> & { body: string }> {
  const request = connect(`${url}/capture/rules?sessionId=${session}${more}`, {
    method, headers: { ...method === 'PUT' && { 'content-type': 'application/json' }, ...headers }
  })
  request.end(method === 'PUT' ? JSON.stringify({ rules: [FAILS] }) : undefined)
  const [response] = await once(request, 'response') as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode!, body }
}
