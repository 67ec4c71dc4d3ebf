// Opens the page. Any error or warning that the browser reports fails the test when it ends.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { borrowPage, newPage } from './borrowed.js'

export interface OpenOptions extends BrowserContextOptions {
  /** Problems that match do not fail the test. */
  expected?: RegExp[]
  /** Called before the page is loaded. */
  before?: (page: Page) => Promise<void>
}

export const WIDE = { width: 1280, height: 720 }
export const NARROW = { width: 360, height: 740 }

const PLAIN = { viewport: WIDE, locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce' } as const

/** Opens the page: English, light, wide, without motion, and with nothing stored, unless the options say otherwise. */
export async function openPage (t: Test, browser: Browser, url: string, options: OpenOptions = {}): Promise<Page> {
  const { expected = [], before, ...context } = options
  const { page, giveBack } = await (before ? newPage : borrowPage)(browser, { ...PLAIN, ...context })
  const problems: string[] = []
  collect(page, new URL(url).origin, problem => problems.push(problem))
  t.teardown(async () => {
    await giveBack()
    const wrong = problems.filter(problem => !expected.some(pattern => pattern.test(problem)))
    if (wrong.length > 0) throw new Error(`Something is wrong with the page:\n${wrong.join('\n')}`)
  })
  await before?.(page)
  await page.goto(url)
  return page
}

/**
 * Loads the address in a page that shows another view of the same session, also if only the fragment differs. A new page, or a blank one in
 * between, takes a new process of the browser, and twice the CPU.
 */
export async function visit (page: Page, url: string): Promise<void> {
  const [before] = page.url().split('#', 1)
  await page.goto(url)
  if (before === url.split('#', 1)[0]) await page.reload()
}

/** The address of a session's page. `rest`: more of it, such as `&filter=...` or `#e=...`. */
export function pageUrl ({ url }: { url: string }, session: string, rest = ''): string {
  return `${url}/?sessionId=${encodeURIComponent(session)}${rest}`
}

// The console also reports violations of the CSP.
function collect (page: Page, origin: string, tell: (problem: string) => void): void {
  page.on('pageerror', error => tell(`error: ${error.message}`))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) tell(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('dialog', dialog => {
    tell(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  page.on('request', request => {
    if (!/^(data|blob|about):/.test(request.url()) && new URL(request.url()).origin !== origin) tell(`asked for ${request.url()}`)
  })
  page.on('crash', () => tell('the page crashed'))
}
