// How the page is served: without a token, under any base path; assets with a hash in their name are cached forever.
import t, { type Test } from 'tap'
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { pageRoutes } from '../../../src/routes/page.js'
import { newSession, pushed } from '../../support/client.js'
import { temporaryFolder } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const { redis, replica, browser } = await startHouse(t)
const guarded = await startReplica(t, redis,
  { VIEW_TOKENS: 'see', PUSH_TOKENS: 'say', CORS_ORIGINS: 'https://app.example.com', RATE_LIMIT: '1' })

t.test('the page needs no session and no token, and is exempt from the rate limit', async t => {
  for (const n of [1, 2, 3]) t.equal((await fetch(`${guarded.url}/`)).status, 200, String(n))
  t.equal((await fetch(`${guarded.url}/preview.html`)).status, 200)
})

t.test('the page is revalidated on every load, its assets are immutable', async t => {
  const reply = await fetch(`${replica.url}/`, { headers: { 'accept-encoding': 'br' } })
  t.equal(reply.headers.get('cache-control'), 'no-cache')
  t.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8')
  // Not with fetch: it ignores the cache.
  const again = await replica.app.inject({ url: '/', headers: { 'if-none-match': reply.headers.get('etag')!, 'accept-encoding': 'br' } })
  t.equal(again.statusCode, 304)
  const assets = [...(await reply.text()).matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!)
  t.ok(assets.length >= 3)
  for (const asset of assets) {
    t.match(asset, /-[\w-]{7,8}\.(js|css|svg)$/)
    t.equal((await fetch(`${replica.url}/${asset}`)).headers.get('cache-control'), 'public, max-age=31536000, immutable', asset)
  }
})

t.test('scripts are served precompressed, as brotli, gzip or plain, as Accept-Encoding asks', async t => {
  const html = await (await fetch(`${replica.url}/`)).text()
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)![1]!
  for (const [accepted, sent] of [['br, gzip', 'br'], ['gzip', 'gzip'], ['identity', null]] as const) {
    const reply = await fetch(`${replica.url}/${script}`, { headers: { 'accept-encoding': accepted } })
    t.equal(reply.headers.get('content-encoding'), sent)
    t.equal(reply.headers.get('vary'), 'accept-encoding')
    t.match(reply.headers.get('content-type'), 'javascript')
    t.match(await reply.text(), /^(import|const|var|let|\(|function)/)
  }
})

t.test('the CSP of the page permits only its own resources, the CSP of the preview permits no connections', async t => {
  const policyOf = async (path: string, headers = {}) =>
    (await fetch(`${replica.url}${path}`, { headers })).headers.get('content-security-policy') ?? ''
  const { host } = new URL(replica.url)
  const policy = await policyOf('/')
  t.match(policy, "default-src 'none';script-src 'self';style-src 'self'")
  t.match(policy, `connect-src 'self' ws://${host} wss://${host}`)
  t.match(policy, "worker-src 'self';frame-src 'self';require-trusted-types-for 'script';trusted-types earshot")
  t.notMatch(policy, /unsafe|\*/)
  const preview = await policyOf('/preview.html')
  t.match(preview, "sandbox allow-scripts;default-src 'none';script-src 'self';style-src 'unsafe-inline';img-src data:")
  t.match(preview, "frame-ancestors 'self'")
  t.notMatch(preview, /allow-same-origin|connect-src|https?:/)
})

t.test('an invalid Host header is not copied into the CSP', async t => {
  const { port } = new URL(replica.url)
  const policy = await new Promise<string>(resolve => {
    request({ port, path: '/', headers: { host: "evil; script-src 'unsafe-inline'" } }, reply => {
      reply.resume()
      resolve(String(reply.headers['content-security-policy']))
    }).end()
  })
  t.notMatch(policy, /evil|unsafe/)
})

t.test('path traversal, unknown assets and files outside of the assets are not served', async t => {
  for (const path of [
    '/assets/..%2findex.html', '/assets/%2e%2e%2f%2e%2e%2fmain.js', '/assets/nothing.js', '/assets/', '/index.html.br', '/main.js'
  ]) {
    t.not((await fetch(replica.url + path)).status, 200, path)
  }
})

t.test('without a built page the reply is 404 and names the command that builds it', async t => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(pageRoutes, { folder: await temporaryFolder(t) })
  const { statusCode, body } = await app.inject('/')
  t.equal(statusCode, 404)
  t.match(body, 'npm run build')
})

t.test('the page works under BASE_PATH, with and without the trailing slash, and at the root', async t => {
  const mounted = await startReplica(t, redis, { BASE_PATH: '/tools/ear', RULES: 'on' })
  await showsWhatIsPushed(t, `${mounted.url}/tools/ear/`)
  await showsWhatIsPushed(t, `${mounted.url}/tools/ear`)
  await showsWhatIsPushed(t, `${mounted.url}/`)
})

t.test('the page works behind a proxy that strips a path prefix', async t => {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    request(replica.url + url.replace(/^(\/a\/b)?/, under => under ? '' : '/not-here'), { method, headers }, reply => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    }).end()
  }).on('upgrade', (incoming, socket) => {
    const upstream = request(replica.url + (incoming.url ?? '').replace('/a/b', ''), { headers: incoming.headers }).end()
    upstream.on('upgrade', (reply, other) => {
      const headers = Object.entries(reply.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('\r\n')}\r\n\r\n`)
      other.pipe(socket).pipe(other)
      other.on('error', () => {})
      socket.on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  t.teardown(() => { proxy.closeAllConnections(); proxy.close() })
  await once(proxy, 'listening')
  await showsWhatIsPushed(t, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/a/b/`)
})

async function showsWhatIsPushed (t: Test, base: string): Promise<void> {
  const session = newSession()
  const page = await openPage(t, browser, `${base}?sessionId=${session}`)
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()
  await pushed(replica, session, { api: '/v1/orders', timeConsuming: 7 })
  await page.getByRole('grid', { name: 'Requests' }).getByText('orders', { exact: true }).waitFor()
  t.equal(new URL(page.url()).searchParams.get('sessionId'), session)
}

t.test('the preview frame has an opaque origin: the page cannot read its document', async t => {
  const page = await openPage(t, browser, pageUrl(replica, newSession()))
  const origin = await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    frame.src = 'preview.html'
    document.body.append(frame)
    await new Promise(resolve => frame.addEventListener('load', resolve))
    return frame.contentDocument === null
  })
  t.equal(origin, true)
})
