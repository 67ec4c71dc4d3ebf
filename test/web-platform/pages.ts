// Finds those tests in a checkout of web-platform-tests that run in a window, and whose subject is a function that the recorder replaces.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOMS = ['fetch/api', 'xhr', 'eventsource', 'websockets']
/** Files that tests load, and tests that need a person, HTTP/2 (which this server does not have) or a worker alone. */
const NOT = /\/(?:resources|support)\/|-manual\.|\.h2\.|\.worker\.js$|-worker\.html?$|\/(?:shared|dedicated)-worker\//

export interface PlatformTest {
  /** The path, and the query of a variant. */
  path: string
  isSecure: boolean
  /** In milliseconds: what the test may take. */
  timeoutMs: number
}

/** `words`: only tests that have one of them in their path. */
export async function platformTests (folder: string, words: readonly string[]): Promise<PlatformTest[]> {
  const found: PlatformTest[] = []
  for (const room of ROOMS) {
    for (const name of (await readdir(join(folder, room), { recursive: true })).sort()) {
      const file = `/${room}/${name}`
      const page = NOT.test(file) ? undefined : pageOf(file)
      if (page === undefined || !(words.length === 0 || words.some(word => file.includes(word)))) continue
      const text = await readFile(join(folder, file), 'utf8')
      if (!/testharness\.js/.test(text) && !file.endsWith('.js')) continue
      const global = /^\/\/ META: global=(.*)$/m.exec(text)?.[1]
      if (global !== undefined && !global.split(',').includes('window')) continue
      const timeoutMs = /META: timeout=long|name="?timeout"? content="?long/.test(text) ? 65_000 : 15_000
      for (const variant of variantsOf(text)) found.push({ path: page + variant, isSecure: /\.https\./.test(file), timeoutMs })
    }
  }
  return found
}

function pageOf (file: string): string | undefined {
  const [, stem] = /^(.*\.(?:any|window))\.js$/.exec(file) ?? []
  if (stem !== undefined) return `${stem}.html`
  return /\.html?$/.test(file) ? file : undefined
}

// Those that need HTTPS or HTTP/2 for a WebSocket are left out: they repeat the others.
function variantsOf (text: string): string[] {
  const variants = [...text.matchAll(/META: variant=(.*)$|name="?variant"? content="([^"]*)"/gm)].map(([, ofScript, ofPage]) =>
    (ofScript ?? ofPage ?? '').trim())
  return variants.length === 0 ? [''] : variants.filter(variant => !/h2|https/.test(variant))
}
