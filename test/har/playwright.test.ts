// Tests the statements of docs/testing.md about Playwright's routeFromHAR, with a recorded page.
import t from 'tap'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.js'
import { list, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'

t.test('replays a form with its boundary; a failed request replays as 200 unless a filter omits it', async t => {
  const replica = await startReplica(t, await startRedis(t))
  const session = newSession()
  const serve = async (answer: RequestListener) => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => { server.closeAllConnections(); server.close() })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const shop = await serve((request, reply) => {
    request.resume().on('end', () => {
      if (request.method === 'POST') reply.writeHead(201).end('made')
      else reply.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><script src="${replica.url}/earshot.js"></script>`)
    })
  })
  const elsewhere = await serve((_request, reply) => reply.end('not for pages of others'))
  const ask = (page: Page) => page.evaluate(async elsewhere => {
    const form = new FormData()
    for (const [name, value] of [['a', '1'], ['b', 'zwei ü']] as const) form.set(name, value)
    const status = (reply: Promise<Response>) => reply.then(({ status }) => status, () => 'failed')
    return [await status(fetch('/form', { method: 'POST', body: form })), await status(fetch(`${elsewhere}/cors`))]
  }, elsewhere)

  const browser = await startBrowser(t)
  const page = await browser.newPage()
  await page.goto(`${shop}/#earshot=${session}`)
  t.same(await ask(page), [201, 'failed'])
  await until('both are recorded', async () => (await list(replica, session)).filter(({ timeConsuming }) => timeConsuming > 0).length === 2)

  for (const [filter, answered] of [['', [201, 200]], ['-verdict:failed -verdict:canceled -is:pending', [201, 'failed']]] as const) {
    const file = join(t.testdir({}), 'shop.har')
    const query = new URLSearchParams({ sessionId: session, secrets: 'keep', filter }).toString()
    const har = await (await fetch(`${replica.url}/capture/har?${query}`)).text()
    t.match(har, /"mimeType":"multipart\/form-data; boundary=([^"]+)","text":"--\1\\r\\n/)
    await writeFile(file, har)
    const replayed = await browser.newPage()
    await replayed.goto(shop)
    await replayed.routeFromHAR(file, { notFound: 'abort' })
    t.same(await ask(replayed), answered, filter)
  }
})
