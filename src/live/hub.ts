// The listeners of each session on this replica. It only keeps track of them: it knows neither Redis nor sockets.
import type { CloseCode } from '../errors.js'

/** A change as every viewer of the session gets it: encoded once, sent many times. */
export interface Announcement {
  rev: string
  prev: string
  /** The message's JSON text in UTF-8. */
  text: Buffer
}

export interface HubListener {
  receive(announcement: Announcement): void
  /** The listener gets no more changes, for the reason that the close code gives. */
  disconnect(code: CloseCode): void
}

export class Hub {
  private readonly listeners = new Map<string, Set<HubListener>>()

  /** How many sessions have listeners. */
  get sessions (): number {
    return this.listeners.size
  }

  get viewers (): number {
    let sum = 0
    for (const listeners of this.listeners.values()) sum += listeners.size
    return sum
  }

  viewersOf (session: string): number {
    return this.listeners.get(session)?.size ?? 0
  }

  add (session: string, listener: HubListener): void {
    const others = this.listeners.get(session)
    if (others) others.add(listener)
    else this.listeners.set(session, new Set([listener]))
  }

  /** True when the session's last listener left. */
  remove (session: string, listener: HubListener): boolean {
    const listeners = this.listeners.get(session)
    if (!listeners?.delete(listener) || listeners.size > 0) return false
    return this.listeners.delete(session)
  }

  broadcast (session: string, announcement: Announcement): void {
    for (const listener of this.listeners.get(session) ?? []) listener.receive(announcement)
  }

  /** Disconnects every listener of the session. */
  disconnectSession (session: string, code: CloseCode): void {
    const listeners = this.listeners.get(session)
    this.listeners.delete(session)
    for (const listener of listeners ?? []) listener.disconnect(code)
  }

  disconnectAll (code: CloseCode): void {
    for (const session of [...this.listeners.keys()]) this.disconnectSession(session, code)
  }
}
