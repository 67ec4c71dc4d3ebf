// Helpers for tests of rules: which pages have a long-polling request to the service open, and whether a rule applies in a page.
import type { BrowserContext, Page, Request } from 'playwright-core'
import type { GivenRule } from '../../../../src/schema/rule.js'
import { until } from '../../../support/until.js'

/** A rule that answers `/c` with this text. */
export function says (text: string): GivenRule {
  return { name: text, match: 'path:=/c', action: { type: 'respond', status: 200, body: { text } } }
}

/** Waits until the rule with this text answers in the page. */
export async function hears (page: Page, text: string): Promise<void> {
  await until(`the page has the rule ${text}`, async () => await answer(page) === text)
}

export async function answer (page: Page): Promise<string> {
  return await page.evaluate("fetch('/c').then(reply => reply.text())")
}

export interface Asking {
  /** The held requests of all pages that are under way. */
  held: Request[]
  /** How many there were at the same time at most. */
  mostHeld: number
}

/** Counts the held requests of all pages that are opened from now on. */
export function watchAsking (context: BrowserContext): Asking {
  const asking: Asking = { held: [], mostHeld: 0 }
  const ended = (request: Request) => { asking.held = asking.held.filter(other => other !== request) }
  context.on('request', request => {
    if (!/capture\/rules\?.*&wait=/.test(request.url())) return
    asking.held.push(request)
    asking.mostHeld = Math.max(asking.mostHeld, asking.held.length)
  })
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  context.on('page', page => page.on('close', () => {
    asking.held = asking.held.filter(request => request.frame().page() !== page)
  }))
  return asking
}

/** The pages that hold a request. */
export function holders (asking: Asking): Page[] {
  return asking.held.map(request => request.frame().page())
}
