// How batches leave a process of Node: one at a time over a connection of their own, which never keeps the process alive for long, and at
// its very end by a program that is waited for.
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Answer, Transport } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import { leaveUnrecorded } from './http-client.js'
import { sendAndWait } from './last-words.js'

// Connecting keeps a process alive, whatever is said to the socket.
const CONNECT_MS = 2000
const ANSWER_MS = 10_000

export class NodeTransport implements Transport {
  private readonly target: URL
  private readonly agent: HttpAgent
  /** Sent, but not answered. */
  private readonly underWay = new Set<string>()
  /** undefined until the process ends. */
  private left: string[] | undefined
  private idle: (() => void) | undefined

  /** Throws where `url` is none of http or https. */
  constructor (private readonly options: Pick<CaptureOptions, 'url' | 'session' | 'token'>) {
    this.target = this.address('/capture/batch')
    if (!/^https?:$/.test(this.target.protocol)) throw new TypeError(`url must begin with http:// or https://, not ${this.target.protocol}`)
    const Agent = this.target.protocol === 'https:' ? HttpsAgent : HttpAgent
    this.agent = new Agent({ keepAlive: true, maxSockets: 2 })
  }

  send (body: string): Promise<Answer> {
    if (this.left) {
      this.left.push(body)
      return new Promise(() => {})
    }
    this.underWay.add(body)
    return this.ask(this.target, 'POST', body).finally(() => {
      this.underWay.delete(body)
      if (this.underWay.size === 0) this.idle?.()
    })
  }

  async online (): Promise<boolean> {
    const { status, text } = await this.ask(this.address('/capture/online'), 'GET')
    if (status !== 200) throw new Error(`the service answered ${status}`)
    return /"online"\s*:\s*true/.test(text)
  }

  /** Calls `done` when nothing is under way. */
  whenIdle (done: () => void): void {
    this.idle = done
    if (this.underWay.size === 0) done()
  }

  /** What `flush` gives to be sent, and what was not answered, leaves before this returns, or never. */
  leave (flush: () => void): void {
    this.left = [...this.underWay]
    flush()
    if (this.left.length > 0) sendAndWait(this.target, this.left)
  }

  close (): void {
    this.agent.destroy()
  }

  private address (path: string): URL {
    const { url, session, token } = this.options
    const address = new URL(url)
    address.pathname = address.pathname.replace(/\/$/, '') + path
    address.search = ''
    address.searchParams.set('sessionId', session)
    if (token) address.searchParams.set('token', token)
    return address
  }

  private ask (address: URL, method: string, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8', 'content-length': Buffer.byteLength(body) }
      const request = (address.protocol === 'https:' ? httpsRequest : httpRequest)(address, { method, headers, agent: this.agent })
      leaveUnrecorded(request)
      const disarm = limited(request)
      request.on('error', reject).on('close', disarm).on('response', response => read(response, resolve, reject)).end(body)
    })
  }
}

/** Returns what ends its timers. */
function limited (request: ClientRequest): () => void {
  const give = (what: string) => () => { request.destroy(new Error(`the service ${what}`)) }
  const connecting = setTimeout(give('cannot be reached'), CONNECT_MS).unref()
  const answering = setTimeout(give('does not answer'), ANSWER_MS).unref()
  request.on('socket', socket => {
    socket.unref()
    if (socket.connecting) socket.once('connect', () => clearTimeout(connecting))
    else clearTimeout(connecting)
  })
  return () => {
    clearTimeout(connecting)
    clearTimeout(answering)
  }
}

function read (response: IncomingMessage, resolve: (answer: Answer) => void, reject: (error: Error) => void): void {
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => { text += chunk }).on('error', reject).on('end', () => {
    const seconds = Number(response.headers['retry-after'])
    resolve({ status: response.statusCode ?? 0, text, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) })
  })
}
