// Accesses the storage of the platform by its asynchronous functions, because the synchronous ones block the app. Stores only texts.
import type { Host } from '../core/host.js'
import type { Platform, StorageOptions } from './platform.js'

export interface Storage {
  keys (): Promise<string[]>
  /** undefined if there is none. */
  read (key: string): Promise<string | undefined>
  write (key: string, data: string): Promise<void>
  remove (key: string): Promise<void>
}

/** Some platforms never answer. */
const TIMEOUT_MS = 3000
const SILENT = 'the storage does not answer'

/** undefined if the platform does not have all that is needed. */
export function storageOf (platform: Platform, host: Pick<Host, 'setTimer'>): Storage | undefined {
  // Saved, because the app may replace them later.
  const { setStorage, getStorage, removeStorage, getStorageInfo } = platform
  if (!setStorage || !getStorage || !removeStorage || !getStorageInfo) return undefined
  const ask = async (method: (options: StorageOptions) => unknown, options: { key?: string, data?: string } = {}) =>
    await new Promise<{ keys?: unknown, data?: unknown }>((resolve, reject) => {
      const cancel = host.setTimer(() => reject(new Error(SILENT)), TIMEOUT_MS)
      const success = (answer?: { keys?: unknown, data?: unknown }) => {
        cancel()
        resolve(answer ?? {})
      }
      const fail = (answer?: { errMsg?: string, errorMessage?: string }) => {
        cancel()
        reject(new Error(answer?.errMsg ?? answer?.errorMessage ?? 'the storage failed'))
      }
      method.call(platform, { ...options, success, fail })
    })
  return {
    async keys () {
      const { keys } = await ask(getStorageInfo)
      return Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []
    },
    async read (key) {
      // Alipay answers with null, other platforms with a failure.
      const { data } = await ask(getStorage, { key }).catch((error: Error) => {
        if (error.message === SILENT) throw error
        return { data: undefined }
      })
      return typeof data === 'string' ? data : undefined
    },
    async write (key, data) {
      await ask(setStorage, { key, data })
    },
    async remove (key) {
      await ask(removeStorage, { key })
    }
  }
}
