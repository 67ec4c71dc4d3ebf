// Starts a real headless browser, and collects the problems that it reports for a page. The browser and its pages are closed when their
// tests end.
import type { Browser, Page } from 'playwright-core'
import { launchChromium, type Wanted } from '../../scripts/chromium.js'
import { launchFirefox } from '../../scripts/firefox.js'
import type { Test } from 'tap'
import type { Owner } from './replica.js'

export interface Tab {
  page: Page
  /** Errors of scripts and of the console, violations of the content security policy, and requests to other origins. */
  problems: string[]
}

/** Chromium, unless `npm run check:browsers` says another. */
export const isFirefox = process.env.EARSHOT_TEST_BROWSER === 'firefox'

// Shared by all test files of this process; each page has its own context.
let shared: Promise<Browser> | undefined

export async function startBrowser (t: Test, wanted?: Wanted): Promise<Browser> {
  if (!wanted) return await (shared ??= launch(rootOf(t)))
  return await launch(t, wanted)
}

async function launch (t: Test, wanted?: Wanted): Promise<Browser> {
  const browser = await (isFirefox ? launchFirefox() : launchChromium(wanted))
  t.teardown(() => browser.close())
  return browser
}

function rootOf (t: Test): Test {
  return t.parent ? rootOf(t.parent as Test) : t
}

/** `origin` is the only origin that the page may request. */
export async function openTab (t: Owner, browser: Browser, origin: string): Promise<Tab> {
  const page = await browser.newPage()
  t.teardown(() => page.close())
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) problems.push(`asked for ${request.url()}`)
  })
  page.on('requestfailed', request => problems.push(`${request.url()}: ${request.failure()?.errorText}`))
  return { page, problems }
}
