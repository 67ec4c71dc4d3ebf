// A real Chromium, headless, and all that is wrong with a page as the browser sees it; gone with its test.
import type { Browser, Page } from 'playwright-core'
import { launchChromium, type Wanted } from '../../scripts/chromium.js'
import type { Owner } from './replica.js'

export interface Tab {
  page: Page
  /** Errors of scripts and of the console, violations of the content security policy, and requests to other origins. */
  problems: string[]
}

export async function startBrowser (t: Owner, wanted?: Wanted): Promise<Browser> {
  const browser = await launchChromium(wanted)
  t.teardown(() => browser.close())
  return browser
}

/** `origin`: the only one that the page may ask for anything. */
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
