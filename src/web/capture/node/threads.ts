// A thread may be terminated at any moment. So its recorder hands each push, as soon as it is made, to the recorder of the main thread,
// which sends it. Once a push is posted, it no longer depends on the thread.
import * as threads from 'node:worker_threads'
import { quiet, type Host } from '../core/host.js'
import { isRequest, type PushDraft } from '../core/push.js'
import type { PushQueue } from '../core/queue.js'
import { ended, received, type HandedPush, type Sink } from './hand-over.js'
import { wallClockMs } from './natives.js'

/** Threads inherit what is under this key; it is not in their environment variables. */
const KEY = 'earshot.node'
/** If more than this was posted and the main thread has not taken it yet, the thread sends further pushes itself. */
const MAX_CHARS = 16 * 1024 * 1024

/** Beyond so many, pushes are sent before more are queued. */
const MAX_QUEUED = 1000

interface Place { channel: string, service: string }
type Message = { thread: number, lines: string } | { taken: number, chars: number } | 'over'

/** With a method that the types of Node lack. */
type Channel = threads.BroadcastChannel & { unref (): void }
// The types know only those of MessagePort.
const environment = threads as unknown as {
  setEnvironmentData (key: string, place: Place | undefined): void
  getEnvironmentData (key: string): Place | undefined
  receiveMessageOnPort (channel: threads.BroadcastChannel): { message: Message } | undefined
}

/** In the main thread: the pushes of its threads. */
export class Threads {
  private readonly open = new Map<string, PushDraft>()
  /** Tells the threads what was taken. */
  private channel: Channel | undefined
  /** Gets what they hand on. */
  private handed: Channel | undefined

  /** `service`: to which the threads must record, too. `queue`: for the pushes that they hand on. */
  constructor (private readonly service: string, private readonly queue: PushQueue, private readonly host: Host) {}

  /** From now on, takes the pushes of threads that record to this service and session. Calls `taken` when there are some. */
  hear (taken: () => void): void {
    if (!threads.isMainThread) return
    const place = { channel: `${KEY} ${process.pid} ${Math.random()}`, service: this.service }
    this.channel = opened(place.channel, () => {})
    const channel = this.handed = opened(linesOf(place), message => {
      this.take(message)
      taken()
    })
    environment.setEnvironmentData(KEY, place)
    const next = () => environment.receiveMessageOnPort(channel)
    this.drain = () => { for (let posted = next(); posted; posted = next()) this.take(posted.message) }
  }

  /** The process ends: takes all that was posted, and ends what is pending. `flush`: sends what is queued. */
  leave (flush: () => void): void {
    this.drain()
    for (const push of this.open.values()) {
      this.queue.add(ended(push, this.host.now()))
      if (this.queue.size >= MAX_QUEUED) flush()
    }
    this.open.clear()
  }

  end (): void {
    this.drain()
    environment.setEnvironmentData(KEY, undefined)
    this.channel?.postMessage('over' satisfies Message)
    this.channel?.close()
    this.handed?.close()
    this.drain = () => {}
  }

  private drain = (): void => {}

  private take (message: Message): void {
    if (message === 'over' || !('lines' in message)) return
    for (const line of message.lines.trimEnd().split('\n')) quiet(() => this.add(JSON.parse(line) as HandedPush))
    this.channel?.postMessage({ taken: message.thread, chars: message.lines.length } satisfies Message)
  }

  private add (handed: HandedPush): void {
    const push = received(handed, this.host.now(), wallClockMs())
    if (!isRequest(push)) return this.queue.add(push)
    if (push.timeConsuming === 0) this.open.set(push.requestId, push)
    else this.open.delete(push.requestId)
    this.queue.add(push)
  }
}

/** In a thread: where it hands its pushes on; undefined if the main thread does not record to this service and session. */
export function toMainThread (service: string): Sink | undefined {
  if (threads.isMainThread) return undefined
  const place = environment.getEnvironmentData(KEY)
  if (place?.service !== service) return undefined
  let [waitingChars, isOver] = [0, false]
  opened(place.channel, message => {
    if (message === 'over') isOver = true
    else if ('taken' in message && message.taken === threads.threadId) waitingChars -= message.chars
  })
  return {
    write: lines => {
      if (isOver || waitingChars > MAX_CHARS) return false
      waitingChars += lines.length
      // Closed at once: an open one would also get what all other threads hand on, and keep it while this thread is busy.
      const channel = new threads.BroadcastChannel(linesOf(place))
      channel.postMessage({ thread: threads.threadId, lines } satisfies Message)
      channel.close()
      return true
    }
  }
}

/** The name of the channel on which threads hand on their pushes. */
function linesOf ({ channel }: Place): string {
  return `${channel} lines`
}

/** It keeps neither the process nor the thread alive. */
function opened (name: string, hear: (message: Message) => void): Channel {
  const channel = new threads.BroadcastChannel(name) as Channel
  channel.onmessage = event => { hear((event as { data: Message }).data) }
  channel.unref()
  return channel
}
