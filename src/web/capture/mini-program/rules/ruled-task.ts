// The task that an app gets for a request to which a rule applies. It looks like a task of the platform. Once the request is made, it
// passes everything on to the platform's own task.

export type TaskListener = (event: object) => unknown

const EVENTS = ['HeadersReceived', 'ChunkReceived'] as const
type Event = typeof EVENTS[number]

export interface Task {
  abort (): void
  onHeadersReceived (listener: TaskListener): void
  offHeadersReceived (listener?: TaskListener): void
  onChunkReceived (listener: TaskListener): void
  offChunkReceived (listener?: TaskListener): void
}

export class RuledTask {
  private native: Partial<Task> | undefined
  private readonly listeners = { HeadersReceived: new Set<TaskListener>(), ChunkReceived: new Set<TaskListener>() }

  /** `aborted`: called if the app aborts before the request is made. */
  constructor (private readonly aborted: () => void) {}

  /** What the app gets. */
  get task (): Task {
    return {
      abort: () => {
        if (this.native) this.native.abort?.()
        else this.aborted()
      },
      onHeadersReceived: listener => this.add('HeadersReceived', listener),
      offHeadersReceived: listener => this.remove('HeadersReceived', listener),
      onChunkReceived: listener => this.add('ChunkReceived', listener),
      offChunkReceived: listener => this.remove('ChunkReceived', listener)
    }
  }

  /** The request is made. */
  madeBy (native: unknown): void {
    if (typeof native !== 'object' || native === null) return
    this.native = native
    for (const event of EVENTS) for (const listener of this.listeners[event]) this.native[`on${event}`]?.(listener)
  }

  /** Tells the listeners of the app. */
  tell (event: Event, what: object): void {
    for (const listener of [...this.listeners[event]]) listener(what)
  }

  private add (event: Event, listener: TaskListener): void {
    if (this.native) this.native[`on${event}`]?.(listener)
    else this.listeners[event].add(listener)
  }

  private remove (event: Event, listener: TaskListener | undefined): void {
    if (this.native) this.native[`off${event}`]?.(listener)
    else if (listener) this.listeners[event].delete(listener)
    else this.listeners[event].clear()
  }
}
