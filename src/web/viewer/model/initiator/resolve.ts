// Resolves the calls in one script to their original positions: loads the script, then its source map. Both may come from any server, so
// they are only parsed, never run.
import { isLoopback } from '../../../../exchange/loopback.js'
import type { InitiatorCall } from '../../../../schema/initiator.js'
import { hostOf } from './files.js'
import { readMap } from './reading-maps.js'
import type { Original } from './source-map.js'

/** Why a file tells nothing. */
export type Fault = { url: string } & (
  | { what: 'mixed' | 'unreachable' | 'slow' | 'large' | 'no-map' | 'odd-address' | 'broken' | 'dense' | 'stuck' | 'nothing' }
  | { what: 'status', status: number }
  /** The map is on a host that nobody has allowed yet. */
  | { what: 'other-host', host: string }
)

export interface LoadedFile {
  bytes: Uint8Array<ArrayBuffer>
  /** The final address, after redirects. */
  url: string
  /** The address of the map that the server names. */
  header: string | undefined
}

export interface ResolveOptions {
  load: (url: string, signal: AbortSignal) => Promise<LoadedFile | Fault>
  /** Whether the person has allowed requests to this host. */
  isAllowed: (host: string) => boolean
  /** Whether this page has HTTPS: then a browser loads nothing by HTTP. */
  isSecure: boolean
}

/** One for each call. */
export async function resolveFile (
  url: string, calls: readonly InitiatorCall[], ways: ResolveOptions, signal: AbortSignal
): Promise<(Original | undefined)[] | Fault> {
  const script = await loadFile(url, ways, signal)
  if ('what' in script) return script
  const answer = await readMap({ what: 'script', ...script, calls }, signal)
  if ('fault' in answer) return { what: answer.fault, url }
  if ('originals' in answer) return found(answer.originals, url)
  const address = addressFrom(answer.address, script.url)
  if (address === undefined) return { what: 'odd-address', url }
  const map = await loadFile(address, ways, signal)
  if ('what' in map) return map
  const read = await readMap({ what: 'map', bytes: map.bytes, url: map.url, calls }, signal)
  return 'originals' in read ? found(read.originals, address) : { what: 'fault' in read ? read.fault : 'broken', url: address }
}

async function loadFile (url: string, { load, isAllowed, isSecure }: ResolveOptions, signal: AbortSignal): Promise<LoadedFile | Fault> {
  const { protocol, hostname, host } = new URL(url)
  if (!isAllowed(host)) return { what: 'other-host', url, host }
  if (isSecure && protocol === 'http:' && !isLoopback(hostname)) return { what: 'mixed', url }
  return await load(url, signal)
}

function found (originals: (Original | undefined)[], url: string): (Original | undefined)[] | Fault {
  return originals.some(original => original) ? originals : { what: 'nothing', url }
}

/** Undefined if a browser cannot load it. */
function addressFrom (address: string, base: string): string | undefined {
  try {
    const { href } = new URL(address, base)
    return hostOf(href) === undefined ? undefined : href
  } catch {
    return undefined
  }
}
