// One connection to the live channel: its socket, its heartbeat, and the timer that detects silence. All of them end together, and only
// once. After that, the socket is ignored: a dead connection may take minutes to report that it is closed.
import type { Timing } from './timing.js'

/** The part of a WebSocket that is used; the WebSockets of browsers and of the package `ws` both have it. */
export interface FeedSocket {
  addEventListener (type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener (type: 'close', listener: (event: { code: number }) => void): void
  addEventListener (type: 'open' | 'error', listener: () => void): void
  send (text: string): void
  close (): void
  /** Closes without a closing handshake; only `ws` has it. */
  terminate? (): void
}
export type SocketConstructor = new (url: string) => FeedSocket

export interface ChannelListener {
  onMessage (text: unknown): void
  /** `code`: undefined if the service went silent. `opened`: whether the connection was ever open. */
  closed (code: number | undefined, opened: boolean): void
}

const PING = '{"type":"ping"}'
const MAX_UNANSWERED = 2

export class FeedChannel {
  readonly #socket: FeedSocket
  readonly #timing: Timing
  readonly #listener: ChannelListener
  #heartbeat: ReturnType<typeof setInterval> | undefined
  readonly #welcomeTimer: ReturnType<typeof setTimeout>
  /** How many pings were sent since the last message. Counted, not timed: browsers delay the timers of a page in the background. */
  #unanswered = 0
  #opened = false
  #over = false

  constructor (WebSocket: SocketConstructor, url: string, timing: Timing, listener: ChannelListener) {
    this.#timing = timing
    this.#listener = listener
    this.#socket = new WebSocket(url)
    this.#socket.addEventListener('open', () => this.#open())
    this.#socket.addEventListener('message', ({ data }) => this.#take(data))
    this.#socket.addEventListener('close', ({ code }) => this.#end(code))
    // The close event that follows reports the same; but `ws` throws an error that has no listener.
    this.#socket.addEventListener('error', () => {})
    this.#welcomeTimer = setTimeout(() => this.#giveUp(), timing.welcomeMs)
  }

  /** The first message has arrived: from now on, the heartbeat detects silence. */
  welcomed (): void {
    clearTimeout(this.#welcomeTimer)
  }

  /** Closes the connection without calling the listener. */
  close (): void {
    this.#stop()
    this.#socket.close()
  }

  #open (): void {
    if (this.#over) return
    this.#opened = true
    this.#heartbeat = setInterval(() => this.#beat(), this.#timing.heartbeatMs)
  }

  #take (data: unknown): void {
    if (this.#over) return
    this.#unanswered = 0
    this.#listener.onMessage(data)
  }

  #beat (): void {
    if (this.#unanswered++ >= MAX_UNANSWERED) this.#giveUp()
    else this.#socket.send(PING)
  }

  // The service does not answer, so there is no closing handshake.
  #giveUp (): void {
    this.#end(undefined)
    if (this.#socket.terminate) this.#socket.terminate()
    else this.#socket.close()
  }

  #end (code: number | undefined): void {
    if (this.#over) return
    this.#stop()
    this.#listener.closed(code, this.#opened)
  }

  #stop (): void {
    this.#over = true
    clearTimeout(this.#welcomeTimer)
    clearInterval(this.#heartbeat)
  }
}

/** Why the copy is not live, as text for people; the page translates it. By the code of the close, if the connection ended with one. */
export const REASONS = {
  unopened: 'cannot connect',
  silent: 'the service stopped responding',
  1001: 'the service is shutting down',
  1006: 'the connection was lost',
  1012: 'the updates were interrupted',
  1013: 'this client reads too slowly',
  gap: 'a change is missing',
  list: 'reading the list failed',
  late: 'it took too long'
}

/** Gets the arguments of `closed`. */
export function reasonOf (code: number | undefined, opened: boolean): string {
  const reasons: Readonly<Record<string, string>> = REASONS
  return reasons[opened ? code ?? 'silent' : 'unopened'] ?? `WebSocket code ${code}`
}
