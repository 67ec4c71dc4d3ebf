// A stand-in for the platforms of mini-programs, based on their documentation and on reports of users: data of a GET goes into the query,
// other data becomes JSON or a form, repeated headers are joined, ten requests run at once while others wait, callbacks are asynchronous,
// and `request` resists being replaced.
import { request as ask } from 'node:http'
import type { PlatformAnswer, Platform, RequestOptions, UploadOptions } from '../../../../src/web/capture/mini-program/platform.js'
import { downloader } from './stand-in-download.js'
import { connector } from './stand-in-socket.js'
import { storageFunctions, storageState } from './stand-in-storage.js'

/** How `request` is defined. */
export const FLAVOURS = ['writable', 'ignored setter', 'fixed ignored setter', 'not writable', 'fixed', 'frozen', 'proxy'] as const
export type Flavour = typeof FLAVOURS[number]
/** The flavours in which `request` cannot be replaced. */
export const RESISTING: readonly Flavour[] = ['fixed ignored setter', 'fixed', 'frozen', 'proxy']

export interface Task {
  abort (): void
  onChunkReceived (listener: (chunk: { data: Uint8Array }) => void): void
  onHeadersReceived (listener: (received: { header: Record<string, string> }) => void): void
}

/** What a download tells while it runs. */
export interface Hears { headers (header: Record<string, string>): void, piece (bytes: Uint8Array): void }

export interface StandIn extends Platform {
  /** How many requests run now and ran at most; `of`: how many to a path run now. */
  readonly load: { now: number, most: number, of: (path: string) => number }
  hide (): void
  show (): void
  /** The network is back. */
  online (): void
  /** The system ends the app: nothing that it has begun comes to an end. */
  kill (): void
}

const MAX_AT_ONCE = 10
const STORED: Record<string, unknown> = { user: { name: 'ada' }, password: 'hunter2' }
export type Kind = 'wx' | 'my' | 'tt' | 'uni'

export function standIn (kind: Kind, flavour: Flavour, storage = storageState({ ...STORED })): StandIn {
  let isAlive = true
  const run = runner(kind, () => isAlive)
  const stored = storage.values
  const request = (options: RequestOptions) => {
    if (kind === 'uni' && !options.success && !options.fail && !options.complete) {
      return new Promise((resolve, reject) => { run.start({ ...options, success: resolve, fail: reject }) })
    }
    return run.start(options)
  }
  const hiding: (() => void)[] = []
  const changing: ((status: { isConnected: boolean }) => void)[] = []
  const showing: (() => void)[] = []
  const platform = {
    load: run.load,
    request,
    uploadFile: (options: UploadOptions) =>
      run.start({ ...options, method: 'POST', data: `file ${options.filePath} ${JSON.stringify(options.formData)}` }),
    downloadFile: downloader(kind, run.start),
    onAppHide: (listener: () => void) => { hiding.push(listener) },
    onAppShow: (listener: () => void) => { showing.push(listener) },
    hide: () => { for (const listener of hiding) listener() },
    show: () => { for (const listener of showing) listener() },
    onNetworkStatusChange: (listener: (status: { isConnected: boolean }) => void) => { changing.push(listener) },
    online: () => { for (const listener of changing) listener({ isConnected: true }) },
    kill: () => { isAlive = false },
    connectSocket: connector(kind),
    ...storageFunctions(kind, storage, () => isAlive),
    getStorageInfoSync: () => ({ keys: Object.keys(stored), currentSize: 1, limitSize: 10240 }),
    getStorageSync: (asked: string | { key: string }) =>
      typeof asked === 'string' ? stored[asked] : { data: stored[asked.key], success: true },
    setStorageSync: (...[asked, data]: [string, unknown] | [{ key: string, data: unknown }, undefined?]) => {
      if (typeof asked === 'string') stored[asked] = data
      else stored[asked.key] = asked.data
    }
  }
  return flavoured(platform, request, flavour)
}

function flavoured (platform: StandIn, request: (options: RequestOptions) => unknown, flavour: Flavour): StandIn {
  switch (flavour) {
    case 'writable': return platform
    case 'ignored setter': case 'fixed ignored setter':
      return Object.defineProperty(platform, 'request',
        { get: () => request, set: () => {}, configurable: flavour === 'ignored setter', enumerable: true })
    case 'not writable': case 'fixed':
      return Object.defineProperty(platform, 'request',
        { value: request, writable: false, configurable: flavour === 'not writable', enumerable: true })
    case 'frozen': return Object.freeze(platform)
    case 'proxy': return new Proxy(platform,
      { set: () => true, defineProperty: () => true, get: (target, key) => Reflect.get(target, key) as unknown })
  }
}

function runner (kind: Kind, isAlive: () => boolean) {
  const waiting: (() => void)[] = []
  const paths: string[] = []
  const load = { now: 0, most: 0, of: (path: string) => paths.filter(one => one.includes(path)).length }
  const next = () => {
    while (isAlive() && load.now < MAX_AT_ONCE) {
      const run = waiting.shift()
      if (!run) return
      load.most = Math.max(load.most, ++load.now)
      run()
    }
  }
  const start = (options: RequestOptions, hears?: Hears): Task => {
    let isAborted = false
    let end = () => {}
    const chunks: ((chunk: { data: Uint8Array }) => void)[] = []
    const headers: ((received: { header: Record<string, string> }) => void)[] = []
    waiting.push(() => {
      paths.push(options.url)
      const done = (call: (() => void)) => {
        paths.splice(paths.indexOf(options.url), 1)
        load.now--
        // Asynchronous, as over a bridge.
        setTimeout(() => { if (isAlive()) call() }, 0)
        next()
      }
      end = exchange(kind, options, done, () => isAborted, hears ?? {
        headers: header => { for (const listener of headers) listener({ header }) },
        piece: data => { if (options.enableChunked) for (const listener of chunks) listener({ data }) }
      })
    })
    setTimeout(next, 0)
    const task = {
      abort: () => { isAborted = true; end() },
      onChunkReceived: (listener: (chunk: { data: Uint8Array }) => void) => { chunks.push(listener) },
      onHeadersReceived: (listener: (received: { header: Record<string, string> }) => void) => { headers.push(listener) }
    }
    return task
  }
  return { start, load }
}

function exchange (
  kind: Kind, options: RequestOptions, done: (call: () => void) => void, isAborted: () => boolean, hears: Hears
): () => void {
  const header: Record<string, unknown> = { 'content-type': 'application/json', ...options.header ?? options.headers }
  const method = (options.method ?? 'GET').toUpperCase()
  const { data } = options
  const isObject = typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer)
  const query = isObject && method === 'GET' ? new URLSearchParams(data as Record<string, string>).toString() : ''
  const body = method === 'GET' || data === undefined
    ? undefined
    : isObject
      ? String(header['content-type']).includes('urlencoded')
        ? new URLSearchParams(data as Record<string, string>).toString()
        : JSON.stringify(data)
      : data instanceof ArrayBuffer ? Buffer.from(data) : data as string
  let isOver = false
  const once = (call: () => void) => {
    if (isOver) return
    isOver = true
    done(call)
  }
  const fail = () => once(() => settle(options, 'fail',
    kind === 'my' ? { error: 12, errorMessage: 'network error' } : { errMsg: `request:fail${isAborted() ? ' abort' : ''}` }))
  const asked = { method, headers: header as Record<string, string>, agent: false }
  const sent = ask(options.url + (query ? `?${query}` : ''), asked, response => {
    const pieces: Buffer[] = []
    hears.headers(joined(response.rawHeaders))
    response.on('data', (chunk: Buffer) => {
      pieces.push(chunk)
      hears.piece(chunk)
    }).on('error', fail).on('end', () =>
      once(() => answered(kind, options, response.statusCode ?? 0, joined(response.rawHeaders), Buffer.concat(pieces))))
  }).on('error', fail).end(body)
  if (isAborted()) sent.destroy()
  return () => sent.destroy()
}

function answered (kind: Kind, options: RequestOptions, status: number, header: Record<string, string>, body: Buffer): void {
  const text = body.toString()
  const data = options.enableChunked
    ? ''
    : options.responseType === 'arraybuffer' ? new Uint8Array(body).buffer : options.dataType === 'text' ? text : parsed(text)
  if (kind !== 'my') return settle(options, 'success', { data, statusCode: status, header, errMsg: 'request:ok', ...kind === 'wx' && { cookies: [] } })
  if (status >= 400) return settle(options, 'fail', { error: 19, errorMessage: 'http status error', status, data, headers: header })
  settle(options, 'success', { data, status, headers: header })
}

function settle (options: RequestOptions, name: 'success' | 'fail', answer: PlatformAnswer): void {
  options[name]?.(answer)
  options.complete?.(answer)
}

function joined (rawHeaders: string[]): Record<string, string> {
  const header: Record<string, string> = {}
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const [name = '', value = ''] = rawHeaders.slice(n, n + 2)
    header[name] = name in header ? `${header[name]},${value}` : value
  }
  return header
}

function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
