// Starts a headless Firefox of any installed version, controlled through WebDriver BiDi. scripts/setup installs one for `npm run
// check:browsers`.
import { fileURLToPath } from 'node:url'
import { firefox, type Browser } from 'playwright-core'
import { installed } from './chromium.js'

// The names that scripts/setup looks for, too.
const NAMES = ['firefox', 'firefox-esr']

/** Rejects if there is none on the PATH. */
export async function launchFirefox (): Promise<Browser> {
  return await firefox.launch({
    // The channel chooses BiDi: without it, only a Firefox that Playwright has built could be used.
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox-bidi.js', import.meta.url)),
    env: { ...process.env, FIREFOX: installed(NAMES) }
  })
}
