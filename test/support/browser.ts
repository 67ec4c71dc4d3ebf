// A real Chromium, headless, and all that is wrong with a page as the browser sees it; gone with its test.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Owner } from './replica.js'

// The names that scripts/setup takes for it.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
// Nothing of its own over the network; and no sandbox, which root and containers cannot have.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']

export interface Tab {
  page: Page
  /** Errors of scripts and of the console, violations of the content security policy, and requests to other origins. */
  problems: string[]
}

export async function startBrowser (t: Owner): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executable(), args: ARGS })
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

function executable (): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
  if (found === undefined) throw new Error(`There is none of ${NAMES.join(', ')} on the PATH: npm test installs one`)
  return found
}

function isExecutable (path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
