// Sends batches from a Node process. It does not share connections with the app, and its connections never keep the process alive for long.
// A process that exits starts another program to send the rest, and blocks until that program has ended.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { quiet, type BatchAnswer, type Transport } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import { leaveUnrecorded } from './http-client.js'
import { sendAndWait } from './send-at-exit.js'
import { later, never, ownClient, type OwnClient } from './natives.js'

// While a socket connects, it keeps the process alive, even after `unref()`.
const CONNECT_MS = 2000
const ANSWER_MS = 10_000
/** How often the process must have listened before the service counts as away. */
const LISTENS = 4

export class NodeTransport implements Transport {
  /**
   * Larger batches cost more: V8 asks the system for memory for each text above 128 KB, and the service parses bodies above 256 KB in a
   * thread, which costs half as much again for each push.
   */
  readonly batchBytes = 96 * 1024
  /** Gets the header `Earshot-Rules` of each answer that has it. */
  heard: ((rules: string) => void) | undefined
  private readonly target: URL
  private readonly client: OwnClient
  /** The bodies that were sent, but not answered. */
  private readonly underWay = new Set<string>()
  /** The answer to the newest of them. */
  private newest: Promise<BatchAnswer> | undefined
  /** The bodies to send when the process exits; undefined before that. */
  private left: string[] | undefined
  private idle: (() => void) | undefined

  /** Throws if `url` is not an http or https address. */
  constructor (private readonly options: Pick<CaptureOptions, 'url' | 'session' | 'token'>) {
    this.target = this.address('/capture/batch')
    if (!/^https?:$/.test(this.target.protocol)) throw new TypeError(`url must begin with http:// or https://, not ${this.target.protocol}`)
    this.client = ownClient(this.target.protocol === 'https:')
  }

  send (body: string): Promise<BatchAnswer> {
    if (this.left) {
      this.left.push(body)
      return new Promise(() => {})
    }
    this.underWay.add(body)
    const ask = () => this.ask(this.target, 'POST', body)
    // One after the other: messages that arrive after later ones are ignored. If one batch fails, those behind it fail at once.
    const answer = this.newest = this.newest?.then(ask) ?? ask()
    return answer.finally(() => {
      this.underWay.delete(body)
      if (this.underWay.size > 0) return
      this.newest = undefined
      this.idle?.()
    })
  }

  async online (): Promise<boolean> {
    const { status, text } = await this.ask(this.address('/capture/online'), 'GET')
    if (status !== 200) throw new Error(`the service answered ${status}`)
    return /"online"\s*:\s*true/.test(text)
  }

  /** Calls `done` when no batch is in flight. */
  whenIdle (done: () => void): void {
    this.idle = done
    if (this.underWay.size === 0) done()
  }

  /** Sends the unanswered bodies, and those that `flush` sends, before it returns. Returns how many pushes were not confirmed. */
  leave (flush: () => void): number {
    const bodies = this.left = [...this.underWay]
    flush()
    // With `--permission`, Node may forbid to start the program that sends them.
    const lost = quiet(() => sendAndWait(this.target, bodies)) ?? bodies
    return lost.reduce((count, body) => count + (JSON.parse(body) as unknown[]).length, 0)
  }

  close (): void {
    this.client.agent.destroy()
  }

  private address (path: string): URL {
    return serviceAddress(this.options, path)
  }

  private ask (address: URL, method: string, body?: string): Promise<BatchAnswer> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8', 'content-length': Buffer.byteLength(body) }
      const { ask, agent } = this.client
      const request = ask(address, { method, headers, agent })
      leaveUnrecorded(request)
      const disarm = limited(request)
      request.on('error', reject).on('close', disarm).on('response', response => {
        const { 'earshot-rules': rules } = response.headers
        if (typeof rules === 'string') quiet(() => this.heard?.(rules))
        read(response, resolve, reject)
      }).end(body)
    })
  }
}

/** `path`: begins with a slash. */
export function serviceAddress ({ url, session, token }: Pick<CaptureOptions, 'url' | 'session' | 'token'>, path: string): URL {
  const address = new URL(url)
  address.pathname = address.pathname.replace(/\/$/, '') + path
  address.search = ''
  address.searchParams.set('sessionId', session)
  if (token) address.searchParams.set('token', token)
  return address
}

/** Returns a function that clears the timers. */
function limited (request: ClientRequest): () => void {
  const give = (what: string) => () => { request.destroy(new Error(`the service ${what}`)) }
  const connected = within(CONNECT_MS, give('cannot be reached'))
  const answered = within(ANSWER_MS, give('does not answer'))
  request.on('socket', socket => {
    socket.unref()
    if (socket.connecting) socket.once('connect', connected)
    else connected()
  })
  return () => {
    connected()
    answered()
  }
}

/**
 * Calls `late` after `ms`, unless the returned function was called before. While the process is too busy to hear the service, its time
 * hardly counts: after a pause, the event loop runs the timers first, so the process must have listened between any two of these.
 */
function within (ms: number, late: () => void): () => void {
  let left = LISTENS
  let timer: NodeJS.Timeout
  const wait = () => { timer = later(() => { if (--left > 0) wait(); else late() }, ms / LISTENS).unref() }
  wait()
  return () => { never(timer) }
}

function read (response: IncomingMessage, resolve: (answer: BatchAnswer) => void, reject: (error: Error) => void): void {
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => { text += chunk }).on('error', reject).on('end', () => {
    const seconds = Number(response.headers['retry-after'])
    resolve({ status: response.statusCode ?? 0, text, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) })
  })
}
