// One connection to the live channel: its socket, its heartbeat, and the timer that notices silence; all of them end with it.
// It ends once, and its socket is ignored after that: a dead connection may take minutes to report that it closed.
import type { Timing } from './timing.js'

/** The part of a WebSocket that is used; a browser's and that of the package `ws` both have it. */
export interface Socket {
  addEventListener (type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener (type: 'close', listener: (event: { code: number }) => void): void
  addEventListener (type: 'open' | 'error', listener: () => void): void
  send (text: string): void
  close (): void
  /** Without a goodbye; only `ws` has it. */
  terminate? (): void
}
export type SocketConstructor = new (url: string) => Socket

export interface Listener {
  hear (text: unknown): void
  /** `code` is undefined where the service went silent. `opened`: whether it ever was a WebSocket. */
  closed (code: number | undefined, opened: boolean): void
}

const PING = '{"type":"ping"}'
const MAX_UNANSWERED = 2

export class Channel {
  readonly #socket: Socket
  readonly #timing: Timing
  readonly #listener: Listener
  #heartbeat: ReturnType<typeof setInterval> | undefined
  readonly #welcomeTimer: ReturnType<typeof setTimeout>
  /** Pings since something was heard. Counted, not timed: a page in the background has its timers held up. */
  #unanswered = 0
  #opened = false
  #over = false

  constructor (WebSocket: SocketConstructor, url: string, timing: Timing, listener: Listener) {
    this.#timing = timing
    this.#listener = listener
    this.#socket = new WebSocket(url)
    this.#socket.addEventListener('open', () => this.#open())
    this.#socket.addEventListener('message', ({ data }) => this.#take(data))
    this.#socket.addEventListener('close', ({ code }) => this.#end(code))
    // It says no more than the close event that follows; but `ws` throws an error that nobody listens to.
    this.#socket.addEventListener('error', () => {})
    this.#welcomeTimer = setTimeout(() => this.#giveUp(), timing.welcomeMs)
  }

  /** The first message came: from here on silence is measured in heartbeats. */
  welcomed (): void {
    clearTimeout(this.#welcomeTimer)
  }

  /** Ends it without telling the listener. */
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
    this.#listener.hear(data)
  }

  #beat (): void {
    if (this.#unanswered++ >= MAX_UNANSWERED) this.#giveUp()
    else this.#socket.send(PING)
  }

  // Nobody is there to say goodbye to.
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

/** Why it ended, for a person; of what `closed` was told. */
export function reasonOf (code: number | undefined, opened: boolean): string {
  if (!opened) return 'no answer at this address'
  return code === undefined ? 'silent' : `closed with ${code}`
}
