// The page and the storage of a mini-program at the time of a request. Reading the storage blocks the app, so the storage is read at most
// every 5 seconds.
import { quiet } from '../core/host.js'
import { KEPT } from './kept-key.js'
import { isAlipay, type Platform } from './platform.js'
import { RULES_KEY } from './rules-key.js'

const STORAGE_MS = 5000
const MAX_STORAGE = 64 * 1024

declare const getCurrentPages: undefined | (() => { route?: string, options?: unknown }[])

export class Context {
  private storage: string | undefined
  private readAtMs = -Infinity

  constructor (private readonly platform: Platform) {}

  now (nowMs: number): { pageParams?: string, storage?: string } {
    if (nowMs - this.readAtMs >= STORAGE_MS) {
      this.readAtMs = nowMs
      this.storage = quiet(() => this.readStorage())
    }
    const pageParams = quiet(pageNow)
    return { ...(pageParams !== undefined && { pageParams }), ...(this.storage !== undefined && { storage: this.storage }) }
  }

  private readStorage (): string | undefined {
    const { platform } = this
    const keys = platform.getStorageInfoSync?.().keys
    if (!keys) return undefined
    const all: Record<string, string> = {}
    let size = 0
    for (const key of keys) {
      if (key === RULES_KEY || key.startsWith(KEPT)) continue
      const value = platform.getStorageSync?.(storageKey(platform, key) as never)
      const text = dataText(value)
      size += key.length + text.length
      if (size > MAX_STORAGE) break
      all[key] = text
    }
    return JSON.stringify(all)
  }
}

function storageKey (platform: Platform, key: string): unknown {
  return isAlipay(platform) ? { key } : key
}

function dataText (value: unknown): string {
  const plain = typeof value === 'object' && value !== null && 'data' in value && 'success' in value ? value.data : value
  return typeof plain === 'string' ? plain : JSON.stringify(plain) ?? ''
}

function pageNow (): string | undefined {
  if (typeof getCurrentPages !== 'function') return undefined
  const pages = getCurrentPages()
  const page = pages[pages.length - 1]
  return page && JSON.stringify({ url: page.route, query: page.options })
}
