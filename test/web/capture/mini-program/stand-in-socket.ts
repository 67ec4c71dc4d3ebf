// `connectSocket` of a stand-in, with real sockets. Its events are asynchronous, and each kind of platform treats listeners in its own way.
import { WebSocket } from 'ws'
import type { RequestOptions, SocketEvent, SocketTask } from '../../../../src/web/capture/mini-program/platform.js'

type Listener = (event: SocketEvent) => unknown

export interface StandInTask extends SocketTask {
  readyState: number
  close (options: { code?: number, reason?: string }): void
}

/** On these, a listener replaces the one before. */
const REPLACING = ['tt']
/** The tasks of these cannot be changed. */
const FROZEN = ['frozen']

export function connector (kind: string): (options: RequestOptions) => StandInTask {
  return ({ url, header = {} }) => {
    const socket = new WebSocket(url, { headers: header as Record<string, string> })
    const listeners: Record<string, Listener[]> = { open: [], message: [], error: [], close: [] }
    const tell = (name: string, event: SocketEvent) => setTimeout(() => { for (const one of listeners[name] ?? []) one(event) }, 0)
    const on = (name: string) => (listener: Listener) => {
      listeners[name] = REPLACING.includes(kind) ? [listener] : [...listeners[name] ?? [], listener]
    }
    socket.on('upgrade', ({ headers }) => { socket.once('open', () => tell('open', { header: headers })) })
    socket.on('message', (data: Buffer, isBinary) => {
      const content = isBinary ? new Uint8Array(data).buffer : data.toString()
      tell('message', { data: kind === 'my' ? { data: content, isBuffer: isBinary } : content })
    })
    socket.on('error', ({ message }) => tell('error', kind === 'my' ? { errorMessage: message } : { errMsg: `connectSocket:fail ${message}` }))
    socket.on('close', (code, reason) => tell('close', { code, reason: reason.toString() }))
    const task: StandInTask = {
      get readyState () { return socket.readyState },
      onOpen: on('open'),
      onMessage: on('message'),
      onError: on('error'),
      onClose: on('close'),
      send: ({ data }) => { socket.send(data as string) },
      close: ({ code = 1000, reason = '' }) => { socket.close(code, reason) }
    }
    return FROZEN.includes(kind) ? Object.freeze(task) : task
  }
}
