// The page /docs (Swagger UI) in a real browser.
import t, { type Test } from 'tap'
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { openTab, startBrowser } from '../support/browser.js'
import { newSession, pushed, uploaded } from '../support/client.js'
import { readDocument } from '../support/document.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const browser = await startBrowser(t)

t.test('the page shows every operation, and the browser reports no problem', async t => {
  const { page, problems } = await openTab(t, browser, replica.url)
  await page.goto(`${replica.url}/docs`)
  await page.locator('.opblock').first().waitFor()
  const shown = await Promise.all((await page.locator('.opblock').all()).map(async block =>
    (await block.getAttribute('id'))?.split('-').at(-1)))
  const { document } = await readDocument(replica)
  const told = Object.values(document.paths).flatMap(methods => Object.values(methods).map(({ operationId }) => operationId))
  t.same(shown.sort(), told.sort())
  t.equal(await page.getByRole('link', { name: /AsyncAPI/ }).getAttribute('href'), `${replica.url}/asyncapi.json`)
  t.same(problems, [])
})

t.test('its CSP permits only its own resources', async t => {
  for (const path of ['/docs/', '/docs/static/swagger-initializer.js']) {
    const policy = (await fetch(replica.url + path)).headers.get('content-security-policy')
    t.match(policy, /default-src 'none';script-src 'self';style-src 'self'/, path)
    t.notMatch(policy, /unsafe|https?:|\*/, path)
  }
})

t.test('"Try it out" lists entries', async t => {
  await tryList(t, replica.url)
})

t.test('"Try it out" shows a screenshot', async t => {
  const session = newSession()
  const { id } = await uploaded(replica, session)
  const { page, problems } = await openTab(t, browser, replica.url)
  await page.goto(`${replica.url}/docs`)
  const answer = await tryOut(page, 'Screenshots-getScreenshot', { sessionId: session, id })
  await answer.locator('img').waitFor()
  t.same(problems, [])
})

t.test('"Try it out" works under BASE_PATH', async t => {
  const mounted = await startReplica(t, redis, { BASE_PATH: '/ear' })
  await tryList(t, `${mounted.url}/ear`)
})

t.test('"Try it out" works behind a proxy that strips a path prefix', async t => {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    // Requests outside of the prefix get a path that does not exist.
    request(replica.url + url.replace(/^(\/tools\/ear)?/, under => under ? '' : '/not-here'), { method, headers }, reply => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    }).end()
  }).listen(0, '127.0.0.1')
  t.teardown(() => proxy.close())
  await once(proxy, 'listening')
  await tryList(t, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/tools/ear`)
})

async function tryList (t: Test, base: string): Promise<void> {
  const session = newSession()
  await pushed(replica, session, { response: 'shown on the page' })
  const { page, problems } = await openTab(t, browser, new URL(base).origin)
  await page.goto(`${base}/docs`)
  const answer = await tryOut(page, 'Entries-listEntries', { sessionId: session })
  t.match(await answer.innerText(), /200[^]*shown on the page/)
  t.same(problems, [])
}

async function tryOut (page: Page, id: string, parameters: Record<string, string>): Promise<Locator> {
  const operation = page.locator(`#operations-${id}`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  for (const [name, value] of Object.entries(parameters)) await operation.getByPlaceholder(name, { exact: true }).fill(value)
  await operation.getByRole('button', { name: 'Execute' }).click()
  return operation.locator('.live-responses-table')
}
