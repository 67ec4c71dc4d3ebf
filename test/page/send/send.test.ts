// Editing a request and sending it again from the viewer's browser: to a server whose CORS headers allow it, and to one that forbids it.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { axe } from '../support/axe.js'
import { WITH_CLIPBOARD, clipboard } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { button } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': 'x-answer'
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit and send again' })
const outcome = (page: Page) => dialog(page).getByRole('region', { name: 'Result' })

/** Starts a server of an app, and collects the requests that it gets. */
async function startApp (
  t: Test, answer: (request: IncomingMessage, reply: ServerResponse) => void, headers: Record<string, string> = OPEN
) {
  const asked: { method: string, url: string, headers: IncomingMessage['headers'], body: string }[] = []
  const server = createServer((request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value)
    if (request.method === 'OPTIONS') { reply.writeHead(204).end(); return }
    text(request).then(body => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, reply)
    }, () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function open (t: Test, push: Record<string, unknown>, options: OpenOptions = {}): Promise<Page> {
  const session = newSession()
  const id = await pushed(replica, session,
    { method: 'POST', timeConsuming: 12, responseHeader: 'HTTP/1.1 500 No', response: '{"ok":false}', ...push })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}`),
    { ...options, expected: [/^asked for /, ...options.expected ?? []] })
  await page.getByRole('tab').first().waitFor()
  await page.keyboard.press('e')
  await dialog(page).waitFor()
  return page
}

t.test('an edited request is sent, and its answer is shown and compared with the recorded one', async t => {
  const app = await startApp(t,
    (_request, reply) => reply.writeHead(200, { 'content-type': 'application/json', 'x-answer': '42', 'x-hidden': '1' }).end('{"ok":true}'))
  const page = await open(t, {
    api: `${app.url}/orders?n=1`,
    requestHeader: 'Content-Type: application/json\nX-Trace: grün\nCookie: a=1\nUser-Agent: x',
    request: '{"item":7}'
  })
  await dialog(page).getByText('The browser leaves out or replaces these headers: Cookie, User-Agent (Chromium).').waitFor()
  await dialog(page).getByRole('textbox', { name: 'Body' }).fill('{"item":8}')
  t.same(await axe(page), [])
  await button(page, 'Send').click()
  await outcome(page).getByText('200 OK').waitFor()
  t.same(app.asked.map(({ method, url, body }) => ({ method, url, body })), [{ method: 'POST', url: '/orders?n=1', body: '{"item":8}' }])
  const [{ headers }] = app.asked as [typeof app.asked[number]]
  t.equal(headers['content-type'], 'application/json')
  t.equal(Buffer.from(headers['x-trace'] as string, 'latin1').toString(), 'grün')
  t.same([headers.cookie, headers.origin, headers.referer], [undefined, 'null', undefined])
  await outcome(page).getByText('2 headers').click()
  await outcome(page).getByRole('row', { name: /x-answer/ }).waitFor()
  await outcome(page).getByText('ok: true').waitFor()
  t.same(await axe(page), [])
  await button(page, 'Compare with the recorded request').click()
  await page.getByRole('region', { name: 'Comparison' }).getByText('from this browser, sent at').waitFor()
  await page.getByRole('region', { name: 'Response body', exact: true }).getByText('ok: true → false').waitFor()
})

t.test('if CORS blocks the answer, an alert says so, and the request can be copied as cURL', async t => {
  const app = await startApp(t, (_request, reply) => reply.end('secret'), {})
  const page = await open(t, { api: `${app.url}/x`, method: 'GET' }, { ...WITH_CLIPBOARD, expected: [/CORS|ERR_FAILED/] })
  await button(page, 'Send').click()
  await outcome(page).getByRole('alert').getByText('Failed to fetch').waitFor()
  t.equal(app.asked.length, 1, 'the request arrived, as the alert says')
  await dialog(page).getByRole('textbox', { name: 'URL' }).fill(`${app.url}/it's`)
  await button(page, 'Copy as cURL').click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('curl'))
  t.equal(await clipboard(page), `curl '${app.url}/it'\\''s'`)
})

t.test('a request that a browser cannot send is refused with a message, and not sent', async t => {
  const app = await startApp(t, (_request, reply) => reply.end('ok'))
  const page = await open(t, { api: '/path/only', method: 'GET', requestHeader: 'X-A: 1' })
  await dialog(page).getByText('No host was recorded').waitFor()
  const [url, method, headers] = [
    dialog(page).getByRole('textbox', { name: 'URL' }), dialog(page).getByRole('combobox', { name: 'Method' }),
    dialog(page).getByRole('textbox', { name: 'Headers' })
  ]
  const refused = async (words: RegExp) => {
    await button(page, 'Send').click()
    await dialog(page).getByRole('alert').getByText(words).waitFor()
  }
  for (const bad of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    await url.fill(bad)
    await refused(/begin with http/)
  }
  await url.fill('no url')
  await refused(/not an absolute URL/)
  await url.fill('http://user:pass@shop.example/')
  await refused(/refuses a user and a password/)
  await url.fill(app.url)
  await headers.fill('X-A: 1\nBad Name: 2')
  await refused(/Line 2/)
  await headers.fill('X-A: 1\u0000')
  await refused(/Line 1/)
  await headers.fill('')
  await method.fill('TRACE')
  await refused(/does not send this method/)
  await method.fill('GE T')
  await refused(/not a valid HTTP method/)
  await method.fill('GET')
  await dialog(page).getByRole('textbox', { name: 'Body' }).fill('x')
  await refused(/no body with GET/)
  t.equal(app.asked.length, 0)
})

t.test('an endless answer can be stopped, and a binary answer shows its type and size', async t => {
  const app = await startApp(t, (request, reply) => {
    if (request.url === '/bytes') reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0xff, 0x00]))
    else reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n')
  })
  const page = await open(t, { api: `${app.url}/stream`, method: 'GET' })
  await button(page, 'Send').click()
  await button(page, 'Stop').click()
  await dialog(page).getByText(/You stopped the request|no response could be read/).waitFor()
  await dialog(page).getByRole('textbox', { name: 'URL' }).fill(`${app.url}/bytes`)
  await button(page, 'Send').click()
  await outcome(page).getByText('image/png · 4 B').waitFor()
})

t.test('send.html may connect anywhere but has an opaque origin; the CSP of the viewer restricts connections', async t => {
  const policy = async (path: string) => (await fetch(`${replica.url}${path}`)).headers.get('content-security-policy') ?? ''
  t.match(await policy('/send.html'), "sandbox allow-scripts;default-src 'none';script-src 'self';connect-src http: https:")
  t.match(await policy('/send.html'), "frame-ancestors 'self'")
  t.notMatch(await policy('/send.html'), /allow-same-origin|unsafe/)
  t.notMatch(await policy('/'), /connect-src[^;]*(?:http:|https:|\*)/)
  const page = await openPage(t, browser, `${replica.url}/send.html`)
  t.same(await page.evaluate(() => {
    try { return sessionStorage.length } catch { return origin }
  }), 'null')
})

t.test('the dialog fits a phone, and a body of 300 kB is sent unchanged', async t => {
  const app = await startApp(t, (_request, reply) => reply.end('ok'))
  const session = newSession()
  const id = await pushed(replica, session, { api: app.url, method: 'PUT', timeConsuming: 5, request: 'x'.repeat(300_000) })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}&t=request`),
    { viewport: NARROW, hasTouch: true, colorScheme: 'dark', expected: [/^asked for /] })
  await button(page, 'Edit and send again').click()
  await dialog(page).getByText('The recorded body, 300 kB, is sent as it is.').waitFor()
  t.same(await axe(page), [])
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROW.width)
  await button(page, 'Send').click()
  await outcome(page).getByText('200 OK').waitFor()
  t.equal(app.asked[0]!.body.length, 300_000)
})
