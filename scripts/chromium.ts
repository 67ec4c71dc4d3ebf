// Starts a real headless Chromium for tests of pages, benchmarks, recordings and pictures. scripts/setup installs Chromium if it is
// missing.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

// The names that scripts/setup looks for, too.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
// Chromium without the user interface of a browser: it needs a third of the CPU.
const SHELL = 'chromium-headless-shell'
// No network requests of the browser itself; and no sandbox, which does not work for root and in containers.
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']

export interface Wanted {
  /** The whole browser, as users have it. The shell drops the requests that a page sends while it is closed. */
  whole?: boolean
  /** Keeps pages that are left in the back/forward cache, as the browsers of users do; the shell cannot do that. */
  keepsPages?: boolean
}

/** Rejects if there is none on the PATH. */
export async function launchChromium ({ whole = false, keepsPages = false }: Wanted = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: chromiumPath(whole || keepsPages ? NAMES : undefined),
    args: CHROMIUM_ARGS,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  })
}

export function chromiumPath (names = [SHELL, ...NAMES]): string {
  return installed(names)
}

/** The path of the first of these programs that is on the PATH. Throws if there is none. */
export function installed (names: string[]): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
  if (found === undefined) throw new Error(`None of these is on the PATH: ${names.join(', ')}. Run scripts/setup browsers, or install one`)
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
