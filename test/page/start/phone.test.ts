// The start page for a phone: which addresses of the service it offers. Also checks the instructions for every kind of app with axe, and at
// every width.
import t, { type Test } from 'tap'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { buildApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config.js'
import { openRedis } from '../../../src/redis/connections.js'
import { isWhole } from '../../support/runs.js'
import { until } from '../../support/until.js'
import { axe, COLOR_RULES } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { choose, CLIPBOARD, copied, WAYS } from './ways.js'

const { redis, replica, browser } = await startHouse(t)

t.test('for a phone, there is no code for an address that only this machine reaches: it says how the service is started', async t => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const page = await openPage(t, browser, pageUrl({ url: replica.url.replace('127.0.0.1', host) }, 'nothing-in-it-1'))
    await choose(page, 'A page on a phone')
    await page.getByText('No address was found at which a phone reaches this service.').waitFor()
    t.equal(await page.getByRole('img', { name: /^QR code of/ }).count(), 0)
    t.equal(await page.locator('.steps').count(), 0)
  }
})

t.test('a service that phones reach offers its own addresses; the code opens the app\'s page with the session, and is drawn', async t => {
  withNetworks(t, ['192.168.7.20', '10.0.7.9'])
  const everywhere = await startEverywhere(t)
  const page = await openPage(t, browser, pageUrl({ url: `http://127.0.0.1:${everywhere}` }, 'nothing-in-it-1'), CLIPBOARD)
  await choose(page, 'A page on a phone')
  const service = `http://192.168.7.20:${everywhere}`
  const code = page.getByRole('img', { name: /^QR code of/ })
  await code.locator('path').waitFor({ state: 'attached' })
  t.equal(await code.getAttribute('data-text'), `${service}/#earshot=nothing-in-it-1`)
  t.equal(await copied(page, 'A page on a phone', 'Script tag'), `<script src="${service}/earshot.js" crossorigin></script>`)
  const before = await code.locator('path').getAttribute('d')
  await page.getByLabel('The phone reaches this machine at').selectOption(`http://10.0.7.9:${everywhere}`)
  t.equal(await code.getAttribute('data-text'), `http://10.0.7.9:${everywhere}/#earshot=nothing-in-it-1`)
  await page.getByLabel('Your app’s page').fill('https://shop.example.com/start?a=1')
  t.equal(await code.getAttribute('data-text'), 'https://shop.example.com/start?a=1#earshot=nothing-in-it-1')
  await page.getByText('An https page cannot load a script from an address without TLS.').first().waitFor()
  await page.getByLabel('Your app’s page').fill('https://shop.example.com/#/route')
  t.equal(await code.getAttribute('data-text'), 'https://shop.example.com/?earshot=nothing-in-it-1#/route')
  await until('another code is drawn', async () => await code.locator('path').getAttribute('d') !== before)
  await page.getByLabel('Your app’s page').fill('http://localhost:5173/')
  await page.getByText('Phones cannot reach localhost').waitFor()
  t.equal(await code.count(), 0)
})

const LOOKS = [{}, { locale: 'zh-CN' }, ...isWhole ? [{ colorScheme: 'dark' as const }, { viewport: NARROW, hasTouch: true }] : []]

t.test('axe finds nothing on the start, light, dark, small and in Chinese, and nothing is cut off at any width', async t => {
  withNetworks(t, ['192.168.7.20'])
  const url = `http://127.0.0.1:${await startEverywhere(t)}`
  for (const options of LOOKS) {
    const page = await openPage(t, browser, pageUrl({ url }, 'nothing-in-it-1'), options)
    await page.locator('.connection.live').waitFor()
    for (const n of WAYS.keys()) {
      await page.locator('.way').nth(n).click()
      await page.locator('.steps').waitFor()
      if (WAYS[n] === 'A page on a phone') await page.locator('.qr path').waitFor({ state: 'attached' })
      t.same(await axe(page, 'html', 'colorScheme' in options ? COLOR_RULES : undefined), [], `${WAYS[n]} ${JSON.stringify(options)}`)
      for (const width of 'locale' in options ? [] : [360, 600, 820, 1100, 1400, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        t.equal(await page.locator('.start').evaluate(start => start.scrollWidth - start.clientWidth), 0, `${WAYS[n]} at ${width} px`)
      }
    }
  }
})

/** As if this machine had networks with these addresses; the machines of tests often have none. */
function withNetworks (t: Test, addresses: string[]): void {
  const { networkInterfaces } = os
  const set = (to: typeof networkInterfaces) => {
    os.networkInterfaces = to
    syncBuiltinESMExports()
  }
  set(() => ({ wlan0: addresses.map(address => ({ address, internal: false, family: 'IPv4', netmask: '', mac: '', cidr: null })) }))
  t.teardown(() => set(networkInterfaces))
}

/** The port of a replica that listens on all addresses. */
async function startEverywhere (t: Test): Promise<number> {
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  const app = await buildApp(readConfig({ LOG_LEVEL: 'silent' }), connections)
  t.teardown(() => app.close())
  await app.listen({ host: '0.0.0.0', port: 0 })
  return (app.server.address() as { port: number }).port
}
