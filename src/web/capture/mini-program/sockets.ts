// Records the messages of the tasks that `connectSocket` returns: one entry for each connection. On some platforms, a new listener of a
// task replaces the previous listener; on others, both are called. So we add a listener of our own, and also wrap the listeners that the
// app adds; whichever is called first for an event reports the event.
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import { SocketLog } from '../core/socket-log.js'
import { bytesOf, headerOf, rawHeader } from './bodies.js'
import type { Ask, RequestOptions, SocketEvent, SocketTask } from './platform.js'
import type { Streams } from './streams.js'

export interface SocketRecording {
  readonly streams: Streams
  /** undefined if the connection is not recorded. */
  begin (options: RequestOptions): Exchange | undefined
}

const EVENTS = ['onOpen', 'onMessage', 'onError', 'onClose'] as const
type EventName = typeof EVENTS[number]
type Listener = (event: SocketEvent) => unknown
type Method = (this: unknown, ...args: unknown[]) => unknown

export function recordingSocket (native: Ask, recording: SocketRecording): Ask {
  return function connectSocket (this: unknown, ...args) {
    const task: unknown = Reflect.apply(native, this, args)
    // Some calls give a promise, or nothing: then other functions of the platform tell what happens.
    if (isTask(task) && typeof (args[0] as Partial<RequestOptions> | undefined)?.url === 'string') {
      quiet(() => {
        const exchange = recording.begin(args[0])
        if (exchange) new RecordedTask(task, exchange, recording.streams).watch()
      })
    }
    return task
  }
}

function isTask (task: unknown): task is SocketTask {
  const { onMessage, send } = Object(task) as Partial<SocketTask>
  return typeof onMessage === 'function' && typeof send === 'function'
}

class RecordedTask {
  private readonly log: SocketLog
  private readonly heard: Record<EventName, number> = { onOpen: 0, onMessage: 0, onError: 0, onClose: 0 }
  private isOpen = false
  private isOver = false
  private fault = ''

  constructor (private readonly task: SocketTask, private readonly exchange: Exchange, streams: Streams) {
    this.log = new SocketLog(exchange, streams.logs, streams.clock)
  }

  watch (): void {
    const { task } = this
    for (const name of EVENTS) {
      const native = Reflect.get(task, name) as Method | undefined
      if (typeof native !== 'function') continue
      const { listenerFor } = this
      quiet(() => native.call(task, listenerFor(name)))
      replace(task, name, function (this: unknown, ...args) {
        const [listener] = args
        return Reflect.apply(native, this, typeof listener === 'function' ? [listenerFor(name, listener as Listener)] : args)
      })
    }
    const send = Reflect.get(task, 'send') as Method
    const sent = (data: unknown) => { if (this.isOpen && !this.isOver) quiet(() => this.log.message('out', bytesOf(data) ?? data)) }
    replace(task, 'send', function (this: unknown, ...args) {
      sent((args[0] as { data?: unknown } | undefined)?.data)
      return Reflect.apply(send, this, args)
    })
  }

  // Counts the events that this listener gets, to know which of them are new.
  private readonly listenerFor = (name: EventName, listener?: Listener): Listener => {
    let count = this.heard[name]
    const told = (event: SocketEvent) => {
      if (++count <= this.heard[name]) return
      this.heard[name] = count
      quiet(() => this.hear(name, event))
    }
    return function (this: unknown, ...args) {
      told(args[0])
      return listener ? Reflect.apply(listener, this, args) : undefined
    }
  }

  private hear (name: EventName, event: SocketEvent | undefined): void {
    if (this.isOver) return
    if (name === 'onMessage') {
      const data = dataOf(event)
      this.log.message('in', bytesOf(data) ?? data)
    } else if (name === 'onOpen') this.open(event)
    else if (name === 'onError') this.failed(event?.errMsg ?? event?.errorMessage ?? 'error')
    else this.end(event)
  }

  private open (event: SocketEvent | undefined): void {
    this.isOpen = true
    this.exchange.headers(rawHeader('HTTP/1.1 101 Switching Protocols', headerOf(event ?? {})))
    this.log.opened()
  }

  private failed (why: string): void {
    this.fault = why
    this.log.error(why)
    // Not every platform tells the end of what was never open.
    if (!this.isOpen) this.over(this.log.end('', why))
  }

  private end (event: SocketEvent | undefined): void {
    const { code, reason = '' } = event ?? {}
    this.over(code === undefined ? this.log.end('', this.fault || 'closed') : this.log.closed(code, reason))
  }

  private over (note: string): void {
    this.isOver = true
    this.exchange.fail(note)
  }
}

/** Alipay puts the data into an object. */
function dataOf ({ data }: SocketEvent = {}): unknown {
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return inner
}

function replace (task: SocketTask, name: keyof SocketTask, value: Method): void {
  quiet(() => { task[name] = value })
}
