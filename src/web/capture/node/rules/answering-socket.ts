// The socket of a request of http or https that a rule answers or fails: nothing leaves the process. The request writes to this socket as
// to a real one, and Node's own parser reads the answer.
import { Socket } from 'node:net'
import { inNextTurn, later, never } from '../natives.js'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
// The longest timer that Node has.
const FOREVER_MS = 2 ** 31 - 1

export class AnsweringSocket extends Socket {
  /** The part of the head of the request that has arrived. */
  private head: string | undefined = ''
  /** A connection keeps the process alive. */
  private readonly timer = later(() => {}, FOREVER_MS)

  /** `isSecure`: looks like the connection of https. */
  constructor (isSecure: boolean) {
    super()
    // A getter of Socket says whether there is no connection yet.
    Object.defineProperty(this, 'pending', { value: false, configurable: true })
    if (isSecure) Object.assign(this, SECURE)
    // The agent emits `free` when the response has ended and the request no longer needs the connection.
    this.on('free', () => { this.destroy() })
    this.on('close', () => { never(this.timer) })
  }

  override ref (): this {
    this.timer.ref()
    return this
  }

  override unref (): this {
    this.timer.unref()
    return this
  }

  override _read (): void {}

  override _write (chunk: Buffer | string, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.see(typeof chunk === 'string' ? chunk : chunk.toString('latin1'))
    done()
  }

  override _writev (chunks: { chunk: Buffer | string, encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    for (const { chunk } of chunks) this.see(typeof chunk === 'string' ? chunk : chunk.toString('latin1'))
    done()
  }

  override _final (done: (error?: Error | null) => void): void {
    done()
  }

  // A real connection is closed in a later turn of the event loop, too.
  override _destroy (error: Error | null, done: (error?: Error | null) => void): void {
    inNextTurn(() => { super._destroy(error, done) })
  }

  // A server tells a client to go on if it asks.
  private see (text: string): void {
    if (this.head === undefined) return
    this.head += text
    const end = this.head.indexOf('\r\n\r\n')
    if (end < 0) return
    if (/\r\nexpect:\s*100-continue/i.test(this.head.slice(0, end + 2))) this.push(CONTINUE)
    this.head = undefined
  }
}

const SECURE = {
  encrypted: true,
  authorized: true,
  authorizationError: null,
  alpnProtocol: false,
  getPeerCertificate: () => ({}),
  getProtocol: () => 'TLSv1.3',
  getSession: () => undefined,
  isSessionReused: () => false
}
