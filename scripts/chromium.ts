// A real Chromium, headless, for the tests of pages and for recordings. scripts/setup installs one where there is none.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

// The names that scripts/setup takes for it.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
// The same without the browser around the pages: a third of the CPU.
const SHELL = 'chromium-headless-shell'
// Nothing of its own over the network; and no sandbox, which root and containers cannot have.
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']

export interface Wanted {
  /** With the browser around the pages, as people have it: the shell also drops what a page still sends when it is closed. */
  whole?: boolean
  /** Pages that are left are kept for going back, as in the browsers of people; the shell cannot do that. */
  keepsPages?: boolean
}

/** Rejects where none is on the PATH. */
export async function launchChromium ({ whole = false, keepsPages = false }: Wanted = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: chromiumPath(whole || keepsPages ? NAMES : undefined),
    args: CHROMIUM_ARGS,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  })
}

export function chromiumPath (names = [SHELL, ...NAMES]): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
  if (found === undefined) throw new Error(`There is none of ${names.join(', ')} on the PATH: install one`)
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
