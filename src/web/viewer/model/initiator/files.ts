// Finds out which scripts of an initiator a browser can load.
import { parsedUrl } from '../../../../exchange/parsed-url.js'
import type { Initiator } from '../../../../schema/initiator.js'

/** The addresses, each once. */
export function loadable (calls: Initiator): string[] {
  return [...new Set(calls.map(({ url }) => url).filter(url => hostOf(url) !== undefined))]
}

/** With its port; undefined if a browser cannot load the file. */
export function hostOf (url: string): string | undefined {
  const parsed = parsedUrl(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host : undefined
}
