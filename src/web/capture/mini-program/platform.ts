// The functions of a mini-program's platform that the recorder uses: WeChat's wx, Alipay's my, Douyin's tt, Baidu's swan, and uni, which
// wraps one of these. Nearly all are optional, because each version has only some of them.

export interface PlatformAnswer {
  data?: unknown
  statusCode?: number
  header?: Record<string, unknown>
  /** Alipay's older names for `statusCode` and `header`. */
  status?: number
  headers?: Record<string, unknown>
  errMsg?: string
  errorMessage?: string
  error?: number
}

export interface RequestOptions {
  url: string
  method?: string
  data?: unknown
  header?: Record<string, unknown>
  headers?: Record<string, unknown>
  dataType?: string
  responseType?: string
  enableChunked?: boolean
  /** In milliseconds. */
  timeout?: number
  success?: (answer: PlatformAnswer) => unknown
  fail?: (answer: PlatformAnswer) => unknown
  complete?: (answer: PlatformAnswer) => unknown
}

export interface UploadOptions extends RequestOptions {
  filePath?: string
  name?: string
  fileName?: string
  formData?: Record<string, unknown>
}

/** What `downloadFile` returns. */
export interface DownloadTask {
  onHeadersReceived?: (listener: (received: Pick<PlatformAnswer, 'header' | 'headers'>) => void) => void
  onProgressUpdate?: (listener: (progress: { totalBytesWritten?: number } | undefined) => void) => void
}

/** What `request` returns. */
export interface ChunkedTask {
  onHeadersReceived?: (listener: (received: Pick<PlatformAnswer, 'header' | 'headers'>) => void) => void
  onChunkReceived?: (listener: (chunk: { data?: unknown }) => void) => void
}

export interface SocketEvent {
  data?: unknown
  code?: number
  reason?: string
  header?: Record<string, unknown>
  errMsg?: string
  errorMessage?: string
}

/** What `connectSocket` returns. */
export interface SocketTask {
  onOpen (listener: (event: SocketEvent) => unknown): unknown
  onMessage (listener: (event: SocketEvent) => unknown): unknown
  onError (listener: (event: SocketEvent) => unknown): unknown
  onClose (listener: (event: SocketEvent) => unknown): unknown
  send (options: { data?: unknown }): unknown
}

export type Ask = (options: RequestOptions) => unknown

export interface StorageOptions {
  key?: string
  data?: unknown
  success?: (answer?: { keys?: unknown, data?: unknown }) => unknown
  fail?: (answer?: { errMsg?: string, errorMessage?: string }) => unknown
}

export interface Platform {
  request: Ask
  uploadFile?: Ask
  downloadFile?: Ask
  connectSocket?: Ask
  onAppHide?: (listener: () => void) => void
  onAppShow?: (listener: () => void) => void
  getStorageInfoSync?: () => { keys?: string[] }
  /** Alipay's function takes an object and returns an object. */
  getStorageSync?: (key: never) => unknown
  /** Alipay's function takes one object. */
  setStorageSync?: (...given: never[]) => unknown
  setStorage?: (options: StorageOptions) => unknown
  getStorage?: (options: StorageOptions) => unknown
  removeStorage?: (options: StorageOptions) => unknown
  getStorageInfo?: (options: StorageOptions) => unknown
  onNetworkStatusChange?: (listener: (status: { isConnected?: boolean }) => void) => void
}

/** The functions that the recorder replaces. */
export const METHODS = ['request', 'uploadFile', 'downloadFile', 'connectSocket'] as const
export type Method = typeof METHODS[number]

export interface NamedPlatform { name: string, platform: Platform }

const NAMES = ['uni', 'wx', 'my', 'tt', 'swan']

declare const uni: unknown, wx: unknown, my: unknown, tt: unknown, swan: unknown

/** Alipay, whose functions and answers differ from those of the others. */
export function isAlipay (platform: Platform): boolean {
  return typeof my !== 'undefined' && platform === my
}

/** The platforms that exist here; the one that apps call comes first. */
export function platformsHere (): NamedPlatform[] {
  // They are not properties of a global object, so each name is checked by itself.
  const found = [
    typeof uni === 'undefined' ? undefined : uni, typeof wx === 'undefined' ? undefined : wx,
    typeof my === 'undefined' ? undefined : my, typeof tt === 'undefined' ? undefined : tt, typeof swan === 'undefined' ? undefined : swan
  ]
  return found.flatMap((platform, n) => isPlatform(platform) ? [{ name: NAMES[n] ?? '', platform }] : [])
}

function isPlatform (value: unknown): value is Platform {
  return typeof (value as Partial<Platform> | undefined)?.request === 'function'
}

// Frameworks and the app may replace it later.
const natives = new WeakMap(platformsHere().map(({ platform }) => [platform, platform.request]))

/** The platform below uni, whose interceptors and wrappers belong to the app, and its `request` when the recorder was loaded. */
export function platformBelow (here: NamedPlatform[]): { below: Platform, request: Ask } | undefined {
  const below = here[here.length - 1]?.platform
  return below && { below, request: natives.get(below) ?? below.request }
}
