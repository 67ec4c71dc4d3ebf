// Takes the pictures of rules, with a real page of the shop that opts in to rules. The script writes a rule in the viewer that makes an
// order fail twice (the first picture). Then the page repeats the order until it succeeds (the second picture).
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { SHOP } from '../recording/routes.js'
import { startServer } from '../recording/server.js'
import { savePicture } from './picture.js'

const SESSION = 'shop-with-rules'
const SHOP_PORT = 8321

const RULES = [
  {
    name: 'The shop has nothing to sell',
    match: 'method:GET path:=/api/products',
    action: { type: 'change', response: { merge: { total: 0, items: [] } } }
  },
  { name: 'No search', match: 'path:/api/search', action: { type: 'fail', how: 'network' } }
]
const BUSY = '{\n  "error": { "code": "payment_down", "message": "Please try again" }\n}'

/** What the app does: it goes on after what fails, and orders until it works. */
const APP = `
  const ask = async (path, method, body) => {
    const headers = body && { 'content-type': 'application/json' }
    const response = await fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => undefined)
    await response?.text()
    return response?.ok
  }
  const order = () => ask('/api/orders', 'POST', { items: [{ id: 3, quantity: 2 }] })
  const shop = async () => {
    await ask('/api/products?page=1', 'GET')
    await ask('/api/search?q=teapot', 'GET')
    await ask('/api/products/3', 'GET')
    await ask('/api/session', 'POST', { name: 'zoe' })
    await ask('/api/cart/items/3', 'PUT', { quantity: 2 })
    await order()
  }
  const orderAgain = async () => { while (!await order()) await new Promise(go => { setTimeout(go, 300) }) }`

/** `fileOf`: the file of the picture with this name. */
export async function takeRules (browser: Browser, url: string, fileOf: (name: string) => string): Promise<void> {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const appRoute = { method: 'GET', path: /^\/app$/, reply: () => ({ headers, body: appPage(url) }) }
  const shop = await startServer(SHOP_PORT, [appRoute, ...SHOP])
  const context = await browser.newContext({
    viewport: { width: 1280, height: 640 }, locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce'
  })
  try {
    await setRules(url)
    const app = await openApp(context)
    await app.evaluate('shop()')
    const page = await context.newPage()
    await page.goto(`${url}/?sessionId=${SESSION}`)
    await writeRule(page)
    await savePicture(page, fileOf('rule'))
    await page.keyboard.press('Control+Enter')
    await page.getByText('3 rules are active').waitFor()
    await hasKept(app, 'payment_down')
    await app.evaluate('orderAgain()')
    await page.getByRole('row', { name: 'POST 503 /api/orders' }).last().click()
    await page.getByRole('tab', { name: 'Response' }).click()
    await page.getByRole('treeitem').first().waitFor()
    await page.locator('.toast').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await savePicture(page, fileOf('ruled'))
  } finally {
    await context.close()
    await shop.close()
  }
}

function appPage (url: string): string {
  return `<!doctype html><script src="${url}/earshot.js" data-session="${SESSION}" data-source="Shop" data-rules crossorigin></script>
    <script>${APP}</script>`
}

async function setRules (url: string): Promise<void> {
  const reply = await fetch(`${url}/capture/rules?sessionId=${SESSION}`, {
    method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules: RULES })
  })
  if (!reply.ok) throw new Error(`The rules were refused: ${await reply.text()}`)
}

async function openApp (context: BrowserContext): Promise<Page> {
  const app = await context.newPage()
  await app.goto(`http://127.0.0.1:${SHOP_PORT}/app`)
  await hasKept(app, 'search')
  return app
}

/** Waits until the page has rules with this text. */
async function hasKept (app: Page, text: string): Promise<void> {
  await app.waitForFunction(`sessionStorage.getItem('earshot-rules')?.includes(${JSON.stringify(text)})`)
}

async function writeRule (page: Page): Promise<void> {
  await page.getByRole('row', { name: 'POST 201 /api/orders' }).click()
  await page.getByRole('tab').first().waitFor()
  await page.keyboard.press('r')
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Status', { exact: true }).fill('503')
  await form.getByLabel('Body', { exact: true }).fill(BUSY)
  await form.getByLabel('How many times, per app').fill('2')
  await form.getByText('Would have matched').waitFor()
}
