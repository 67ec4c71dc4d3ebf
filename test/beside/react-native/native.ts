// Stands in for the native half of React Native: the modules that its JavaScript calls to send requests, keep blobs and open WebSockets.
// The stand-in makes real requests. Everything above it, from fetch down to these calls, is React Native's own.
import { request as httpRequest, type ClientRequest } from 'node:http'
import { readFileSync } from 'node:fs'
import WebSocket from 'ws'

/** Tells the JavaScript of an app what has happened. */
export type Emit = (event: string, body: unknown) => void

interface BlobData { blobId: string, offset: number, size: number }

interface Part { string?: string, uri?: string, headers: [string, string][] }

interface Data { string?: string, base64?: string, blob?: BlobData, formData?: Part[], uri?: string }

type Header = [string, string]

/** The native modules by name. `emit` is set when the app's code has loaded. */
export function nativeModules (to: { emit: Emit }): Record<string, object> {
  const blobs = new Map<string, Buffer>()
  let lastBlob = 0
  const keep = (bytes: Buffer) => {
    const blobId = `native-${++lastBlob}`
    blobs.set(blobId, bytes)
    return { blobId, offset: 0, size: bytes.length }
  }
  const bytesOf = ({ blobId, offset, size }: BlobData) => {
    const bytes = blobs.get(blobId)
    if (!bytes) throw new Error('The specified blob is invalid')
    return bytes.subarray(offset, size === -1 ? undefined : offset + size)
  }
  return {
    Networking: networking(to, keep, bytesOf),
    BlobModule: {
      getConstants: () => ({ BLOB_URI_SCHEME: 'content', BLOB_URI_HOST: null }),
      addNetworkingHandler () {},
      addWebSocketHandler () {},
      removeWebSocketHandler () {},
      sendOverSocket () {},
      createFromParts (parts: { type: string, data: never }[], id: string) {
        blobs.set(id, Buffer.concat(parts.map(({ type, data }) => type === 'string' ? Buffer.from(data as string) : bytesOf(data))))
      },
      release (id: string) { blobs.delete(id) }
    },
    FileReaderModule: {
      readAsText: async (blob: BlobData) => bytesOf(blob).toString(),
      readAsDataURL: async (blob: BlobData & { type?: string }) =>
        `data:${blob.type || 'application/octet-stream'};base64,${bytesOf(blob).toString('base64')}`
    },
    WebSocketModule: webSockets(to),
    AppState: { getConstants: () => ({ initialAppState: 'active' }), getCurrentAppState () {}, addListener () {}, removeListeners () {} },
    SourceCode: { getConstants: () => ({ scriptURL: 'http://127.0.0.1:8081/index.bundle?platform=android' }) },
    PlatformConstants: {
      getConstants: () => ({ isTesting: true, reactNativeVersion: { major: 0, minor: 88, patch: 1 }, Version: 36, Release: '16', Model: 'sdk', uiMode: 'normal' })
    },
    NativeMicrotasksCxx: { queueMicrotask: (run: () => void) => { queueMicrotask(run) } },
    NativePerformanceCxx: Object.setPrototypeOf({ now: () => performance.now() }, NOTHING) as object,
    // Called only by tools of development builds, while the app loads.
    ExceptionsManager: NOTHING,
    NativeIdleCallbacksCxx: NOTHING,
    DevSettings: NOTHING,
    DevMenu: NOTHING,
    DeviceInfo: { getConstants: () => ({ Dimensions: { window: SCREEN, screen: SCREEN } }) }
  }
}

const SCREEN = { width: 1, height: 1, scale: 1, fontScale: 1 }
const NOTHING = new Proxy({}, { get: (_, name) => name === 'getConstants' ? () => ({}) : () => {} })

function networking (to: { emit: Emit }, keep: (bytes: Buffer) => object, bytesOf: (blob: BlobData) => Buffer): object {
  const running = new Map<number, ClientRequest>()
  const end = (id: number, error?: string, isTimeout = false) => {
    if (running.delete(id)) to.emit('didCompleteNetworkResponse', [id, error ?? '', isTimeout])
  }
  return {
    sendRequest (
      method: string, url: string, id: number, headers: Header[], data: Data, responseType: string, _incremental: boolean, timeoutMs: number
    ) {
      const [type, bytes] = bodyOf(data, bytesOf)
      const sent = httpRequest(url, { method, headers: { ...type && { 'content-type': type }, ...Object.fromEntries(headers) } }, response => {
        const all = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
        to.emit('didReceiveNetworkResponse', [id, response.statusCode, all, url])
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => end(id, 'unexpected end of stream')).on('end', () => {
          if (!running.has(id)) return
          const whole = Buffer.concat(pieces)
          const got = responseType === 'blob' ? { ...keep(whole), type: response.headers['content-type'] } : whole.toString(responseType === 'base64' ? 'base64' : 'utf8')
          if (got !== '') to.emit('didReceiveNetworkData', [id, got])
          end(id)
        })
      })
      running.set(id, sent)
      sent.on('error', error => end(id, `Failed to connect: ${error.message}`))
      if (timeoutMs > 0) sent.setTimeout(timeoutMs, () => { end(id, 'timeout', true); sent.destroy() })
      sent.end(bytes)
    },
    abortRequest (id: number) {
      running.get(id)?.destroy()
      running.delete(id)
    },
    clearCookies () {},
    addListener () {},
    removeListeners () {}
  }
}

function bodyOf (
  { string, base64, blob, formData, uri }: Data, bytesOf: (blob: BlobData) => Buffer
): [type: string, bytes: Buffer | string] {
  if (string !== undefined) return ['', string]
  if (base64 !== undefined) return ['application/octet-stream', Buffer.from(base64, 'base64')]
  if (blob) return ['', bytesOf(blob)]
  if (uri) return ['', readFileSync(new URL(uri))]
  if (!formData) return ['', '']
  const parts = formData.map(({ headers, string, uri = '' }) => Buffer.concat([
    Buffer.from(`--native\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`),
    string === undefined ? readFileSync(new URL(uri)) : Buffer.from(string), Buffer.from('\r\n')
  ]))
  return ['multipart/form-data; boundary=native', Buffer.concat([...parts, Buffer.from('--native--\r\n')])]
}

function webSockets (to: { emit: Emit }): object {
  const open = new Map<number, WebSocket>()
  return {
    connect (url: string, _protocols: unknown, _options: unknown, id: number) {
      const socket = new WebSocket(url)
      open.set(id, socket)
      socket.on('open', () => to.emit('websocketOpen', { id, protocol: socket.protocol }))
      socket.on('message', (data: Buffer, isBinary: boolean) =>
        to.emit('websocketMessage', isBinary ? { id, type: 'binary', data: data.toString('base64') } : { id, type: 'text', data: data.toString() }))
      socket.on('close', (code, reason) => to.emit('websocketClosed', { id, code, reason: reason.toString() }))
      socket.on('error', error => to.emit('websocketFailed', { id, message: error.message }))
    },
    send: (data: string, id: number) => open.get(id)?.send(data),
    sendBinary: (data: string, id: number) => open.get(id)?.send(Buffer.from(data, 'base64')),
    ping () {},
    close: (code: number, reason: string, id: number) => open.get(id)?.close(code, reason),
    addListener () {},
    removeListeners () {}
  }
}
