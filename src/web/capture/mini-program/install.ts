// Puts a function in the place of a platform's. On some devices an assignment is ignored, on others refused, so each try is checked, and
// where none succeeds that is said.
import { quiet } from '../core/host.js'
import type { Ask, Platform } from './platform.js'

export type Method = 'request' | 'uploadFile'

/** Returns what undoes it; undefined where the platform's own function is still called. */
export function install (platform: Platform, name: Method, wrapped: Ask): (() => void) | undefined {
  const native = platform[name]
  if (!native || !place(platform, name, wrapped)) return undefined
  return () => { if (platform[name] === wrapped) place(platform, name, native) }
}

function place (platform: Platform, name: Method, value: Ask): boolean {
  quiet(() => { platform[name] = value })
  if (platform[name] === value) return true
  quiet(() => Object.defineProperty(platform, name, { value, configurable: true, enumerable: true, writable: true }))
  return platform[name] === value
}
