// The live check of the start page: even before the first request, it names the browser that has loaded the recorder's script.
import t from 'tap'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devices } from 'playwright-core'
import { call, newSession } from '../../support/client.js'
import { startReplica } from '../../support/replica.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const { redis, replica, browser } = await startHouse(t)

t.test('when a phone has loaded the script, on another replica, the start says which browser it was', async t => {
  const other = await startReplica(t, redis)
  const session = newSession()
  const page = await openPage(t, browser, pageUrl(replica, session))
  const check = page.getByRole('status', { name: 'Live check' })
  await check.getByText('Waiting for the first request.').waitFor()
  await loadScript(other.url, session, devices['iPhone 15'].userAgent)
  await check.getByText('The script was loaded by Safari on an iPhone; waiting for its first request.').waitFor()
  const chinese = await openPage(t, browser, pageUrl(replica, session), { locale: 'zh-CN' })
  await chinese.getByText('iPhone 上的 Safari 已加载脚本，正在等待它的第一条请求。').waitFor()
})

t.test('nothing is kept of a script that is loaded while nobody waits for it', async t => {
  const session = newSession()
  await loadScript(replica.url, session, devices['Pixel 7'].userAgent)
  t.same((await call(replica, `/capture/recorder?sessionId=${session}`)).body, { loaded: false })
  await loadScript(replica.url, session, devices['Pixel 7'].userAgent)
  t.same((await call(replica, `/capture/recorder?sessionId=${session}`)).body, { loaded: true, browser: 'Chrome', device: 'Android' })
})

/** A page of an app, with the script in it; resolves when its second part is there. */
async function loadScript (url: string, session: string, userAgent: string): Promise<void> {
  const app = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><link rel="icon" href="data:,"><script src="${url}/earshot.js" data-session="${session}" crossorigin></script>`)
  })
  await new Promise<void>(resolve => { app.listen(0, '127.0.0.1', resolve) })
  const context = await browser.newContext({ userAgent })
  try {
    const page = await context.newPage()
    const loaded = page.waitForResponse(response => response.url().includes('earshot-delivery'))
    await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`)
    await (await loaded).finished()
  } finally {
    await context.close()
    app.close()
  }
}
