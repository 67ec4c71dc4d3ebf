// The whole story of a rule: an app in one tab has opted in to rules, and a viewer is open in another tab. The viewer makes a request fail
// until the app shows its own error message, and then switches all rules off.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { newSession } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, grid } from '../support/parts.js'
import { bar, editor, field, messages, openPanel, panel } from './parts.js'

const { replica, browser } = await startHouse(t)

/** An app that asks its own server when its button is pressed, and says what it got. */
async function startApp (session: string) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    if (request.url?.startsWith('/api/pay')) {
      asked.push(request.url)
      reply.setHeader('content-type', 'application/json')
      reply.end('{"paid":true,"total":12}')
      return
    }
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><script src="${replica.url}/earshot.js" data-session="${session}" data-rules crossorigin></script>
      <link rel="icon" href="data:,"><button>Pay</button><p role="status"></p><script>
      document.querySelector('button').onclick = async () => {
        const said = document.querySelector('p')
        said.textContent = ''
        try {
          const reply = await fetch('/api/pay', { method: 'POST', body: '{"item":7}' })
          said.textContent = reply.ok ? 'Paid ' + (await reply.json()).total : 'The shop is busy: ' + (await reply.json()).error
        } catch (error) { said.textContent = 'You are offline' }
      }</script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

t.test('from "what if this failed?" to the app\'s own error message, and back', async t => {
  const session = newSession()
  const { asked, url } = await startApp(session)
  const app = await openPage(t, browser, url, { expected: [/^asked for /, /503/] })
  const viewer = await openPage(t, browser, pageUrl(replica, session))
  viewer.setDefaultTimeout(15_000)
  /** Presses the button until the app says this: a new rule reaches it within a few seconds. */
  const pays = async (says: string) => {
    await until(`the app says ${says}`, async () => {
      await app.getByRole('button', { name: 'Pay' }).click()
      await app.getByRole('status').filter({ hasText: /./ }).waitFor()
      return await app.getByRole('status').textContent() === says
    })
    t.equal(await app.getByRole('status').textContent(), says)
  }
  await pays('Paid 12')
  await grid(viewer).getByRole('row', { name: /pay/ }).first().click()
  await viewer.getByRole('tab').first().waitFor()
  await viewer.locator('.rules-bar').waitFor({ state: 'attached' })
  await viewer.keyboard.press('r')
  await field(viewer, 'Status').fill('503')
  await field(viewer, 'Body').fill('{"error":"try later"}')
  await field(viewer, 'Status').press('Enter')
  await bar(viewer).getByText('1 rule is active').waitFor()
  await pays('The shop is busy: try later')
  const before = asked.length
  await pays('The shop is busy: try later')
  t.equal(asked.length, before, 'the server is not asked')
  await grid(viewer).getByRole('row', { name: /503.*rule: POST/ }).first().waitFor()
  await openPanel(viewer)
  await panel(viewer).getByRole('button', { name: /hits?$/ }).waitFor()
  await panel(viewer).getByRole('button', { name: /^Edit / }).click()
  await editor(viewer).getByText('Fail', { exact: true }).click()
  await button(viewer, 'Save').click()
  await pays('You are offline')
  await viewer.keyboard.press('Control+Shift+R')
  await messages(viewer).getByText('All rules are off').waitFor()
  await pays('Paid 12')
})
