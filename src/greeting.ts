// The text that a person at a terminal sees when the service has started: the address to open, and the address for a phone.
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { listensOnLoopback } from './config.js'
import { addressesOf } from './http/addresses.js'

const MAX_ADDRESSES = 3

/**
 * Returns lines for a terminal. `url`: the URL of the page, on this machine. `host`: the setting. `listening`: where the server listens.
 */
export function greeting (url: string, host: string, listening: AddressInfo | string | null, interfaces = networkInterfaces()): string {
  const { pathname } = new URL(url)
  const others = addressesOf(listening, interfaces).slice(0, MAX_ADDRESSES).map(address => address + pathname)
  const lines = [
    ['Open it:', url],
    ...others.map(other => ['From a phone:', other]),
    ...listensOnLoopback(host) ? [['From a phone:', 'start Earshot with HOST=0.0.0.0']] : []
  ]
  return `\n  Earshot is ready.\n\n${lines.map(([what = '', value]) => `  ${what.padEnd(14)}${value}\n`).join('')}\n`
}
