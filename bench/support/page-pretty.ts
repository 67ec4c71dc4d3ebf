// Measures how long the page takes to pretty-print a JSON body of 2 MB.
import type { Browser } from 'playwright-core'
import { evaluate, openFelt, pressToPaint } from './page-felt.js'
import { pushOne } from './pushes.js'

const BYTES = 1_950_000
const SESSION = 'pretty-of-2mb--'
const FIRST_LINES = 60
const HOVER_MS = 200

const IS_SHOWN = "(document.querySelector('.editor-place')?.shadowRoot.querySelectorAll('.cm-line').length ?? 0) > 20"

/** Milliseconds from the press until the first screen of lines is painted: the first time, from the tree again, and in a bare page. */
export async function openPretty (browser: Browser, address: string): Promise<{ firstMs: number, againMs: number, bareMs: number }> {
  const response = bodyOf()
  const id = await pushOne(address, SESSION,
    { api: '/large', method: 'GET', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK\nContent-Type: application/json', response })
  const felt = await openFelt(browser, `${address}/?sessionId=${SESSION}#e=${id}&t=response`)
  const press = (name: string) => async () => await felt.page.getByRole('button', { name, exact: true }).click()
  await felt.page.getByRole('treeitem').first().waitFor()
  await felt.page.waitForTimeout(1000)
  // As a hand does: the pointer is there before it presses.
  await felt.page.getByRole('button', { name: 'Pretty', exact: true }).hover()
  await felt.page.waitForTimeout(HOVER_MS)
  const firstMs = await pressToPaint(felt, IS_SHOWN, press('Pretty'))
  await pressToPaint(felt, "document.querySelector('[role=treeitem]')", press('Tree'))
  await felt.page.waitForTimeout(1000)
  const againMs = await pressToPaint(felt, IS_SHOWN, press('Pretty'))
  await felt.close()
  return { firstMs, againMs, bareMs: await bareMs(browser, response) }
}

/** A press, and so many lines of text that someone else has made. */
async function bareMs (browser: Browser, response: string): Promise<number> {
  const lines = JSON.stringify(JSON.parse(response), null, 2).split('\n', FIRST_LINES)
  const felt = await openFelt(browser, 'about:blank')
  await felt.page.setContent('<button>Pretty</button><main></main>')
  await evaluate(felt.devtools, `document.querySelector('button').addEventListener('click', () => {
    const lines = ${JSON.stringify(lines)}
    document.querySelector('main').append(...lines.map(line => Object.assign(document.createElement('pre'), { textContent: line })))
  })`)
  const ms = await pressToPaint(felt, "document.querySelector('pre')", async () => await felt.page.click('button'))
  await felt.close()
  return ms
}

function bodyOf (): string {
  const items: string[] = []
  for (let [n, bytes] = [0, 2]; bytes < BYTES; n++) {
    items.push(JSON.stringify({
      id: n,
      sku: `kettle-${n}`,
      title: 'A kettle of some length',
      price: { amount: n * 1.5, currency: 'EUR' },
      tags: ['one', 'two', null],
      isNew: true
    }))
    bytes += (items.at(-1)?.length ?? 0) + 1
  }
  return `[${items.join()}]`
}
