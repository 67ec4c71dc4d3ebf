// The text that a person at a terminal sees when the service has started: the address to open, and the address for a phone.
import { networkInterfaces } from 'node:os'

const MOST_ADDRESSES = 3

/** Returns lines for a terminal. `url`: the URL of the page, on this machine. `host`: the setting. */
export function greeting (url: string, host: string): string {
  const isShared = !/^(?:localhost|127\.|::1$)/.test(host)
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const others = isEverywhere ? ownAddresses().slice(0, MOST_ADDRESSES).map(address => at(address, url)) : []
  const lines = [
    ['Open it:', url],
    ...others.map(other => ['From a phone:', other]),
    ...isShared ? [] : [['From a phone:', 'HOST=0.0.0.0 lets other devices in']]
  ]
  return `\n  Earshot is ready.\n\n${lines.map(([what = '', value]) => `  ${what.padEnd(14)}${value}\n`).join('')}\n`
}

/** The addresses of this machine in its networks. */
function ownAddresses (): string[] {
  return Object.values(networkInterfaces())
    .flatMap(own => own ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

function at (address: string, url: string): string {
  const other = new URL(url)
  other.hostname = address
  return other.href
}
