// The storage of a stand-in, with the limits of its platform: it can outlive the stand-in, as the storage of a device outlives the process
// of an app.
import type { StorageOptions } from '../../../../src/web/capture/mini-program/platform.js'

export type StoredValues = Record<string, unknown>

export interface StorageState {
  values: StoredValues
  /** `full`: nothing more can be written. `silent`: it never answers. */
  state: 'usual' | 'full' | 'silent'
  /** The longest text that a key had. */
  longest: number
}

const LIMITS = { my: 200 * 1024, others: 1024 * 1024 }
const MAX_COUNT = 10 * 1024 * 1024

export function storageState (values: StoredValues = {}): StorageState {
  return { values, state: 'usual', longest: 0 }
}

/** Its functions; `isAlive`: whether the app still runs. */
export function storageFunctions (kind: string, storage: StorageState, isAlive: () => boolean) {
  const { values } = storage
  const limit = kind === 'my' ? LIMITS.my : LIMITS.others
  const settle = ({ success, fail }: StorageOptions, answer: object, isGood = true) => {
    if (storage.state === 'silent') return
    // Asynchronous, as over a bridge.
    setTimeout(() => {
      if (!isAlive()) return
      if (isGood) success?.(answer)
      else fail?.(answer)
    }, 0)
  }
  const failure = (text: string) => kind === 'my' ? { error: 14, errorMessage: text } : { errMsg: text }
  return {
    setStorage: (options: StorageOptions) => {
      if (!isAlive()) return
      const text = JSON.stringify(options.data)
      const size = kind === 'my' ? String(options.data).length : Buffer.byteLength(text)
      const all = Object.values(values).reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0)
      if (storage.state === 'full' || size > limit || all + size > MAX_COUNT) return settle(options, failure('setStorage:fail full'), false)
      storage.longest = Math.max(storage.longest, text.length)
      values[options.key ?? ''] = JSON.parse(text)
      settle(options, { errMsg: 'setStorage:ok' })
    },
    getStorage: (options: StorageOptions) => {
      const data = values[options.key ?? '']
      if (kind === 'my') settle(options, { data: data ?? null })
      else if (data === undefined) settle(options, failure('getStorage:fail data not found'), false)
      else settle(options, { data, errMsg: 'getStorage:ok' })
    },
    removeStorage: (options: StorageOptions) => {
      if (!isAlive()) return
      Reflect.deleteProperty(values, options.key ?? '')
      settle(options, { errMsg: 'removeStorage:ok' })
    },
    getStorageInfo: (options: StorageOptions) => settle(options, { keys: Object.keys(values), currentSize: 1, limitSize: 10240 })
  }
}
