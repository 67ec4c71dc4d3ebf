// The messages of streams that `watch --messages` prints under the requests: those that arrive while it runs, each in one line.
import type { Entry } from '../schema/entry.js'
import type { Message } from '../schema/message.js'
import { sizeText } from '../text/size.js'
import { headOf, visible } from '../text/visible.js'
import type { FeedUpdate } from '../web/feed/session-feed.js'

export interface MessageLinesOptions {
  entry: (id: string) => Entry | undefined
  entries: () => Iterable<Entry>
  matches: (entry: Entry) => boolean
  /** The messages of an entry after the one with this n. */
  read: (id: string, after: number) => Promise<Message[]>
  print: (entry: Entry, message: Message) => void
  /** Gets an error of `print`, or of `read`. */
  onError: (error: unknown) => void
}

export class MessageLines {
  /** The n of the last message that was printed, or that was there before, by the id of the entry. */
  private readonly known = new Map<string, number>()
  private readonly options: MessageLinesOptions
  private isListed = false
  private reading = Promise.resolve()

  constructor (options: MessageLinesOptions) {
    this.options = options
  }

  /** Call it with each change of the feed, after it is in the copy. */
  changed (change: FeedUpdate): void {
    if (change.type === 'listed') this.listed()
    else if (change.type === 'messages-received') this.received(change.data.id, change.data.last)
    else if (change.type === 'deleted') this.known.delete(change.data.id)
    else if (change.type === 'cleared') this.known.clear()
  }

  // The messages that are there at the start are not printed. After an outage, the session may be listed again: then those that came
  // meanwhile are printed, also of streams that began meanwhile.
  private listed (): void {
    for (const { id, messages } of this.options.entries()) {
      if (!messages) continue
      const last = messages.count + messages.dropped
      if (this.isListed) this.received(id, last)
      else this.known.set(id, last)
    }
    this.isListed = true
  }

  // One read at a time, so that the lines are in order.
  private received (id: string, last: number): void {
    this.reading = this.reading.then(async () => {
      const [entry, after] = [this.options.entry(id), this.known.get(id) ?? 0]
      if (!entry || last <= after || !this.options.matches(entry)) return
      for (const message of await this.options.read(id, after)) {
        this.known.set(id, message.n)
        this.options.print(entry, message)
      }
    }).catch(this.options.onError)
  }
}

const MAX_CHARACTERS = 500

/** `      ↑ 11 B  hello`; an arrow down for what the app received. */
export function messageLine ({ dir, kind, size, event, text = '', base64 }: Message): string {
  const label = event ?? (kind === 'text' || kind === 'event' || kind === 'binary' ? '' : kind)
  const content = base64 === undefined ? headOf(text, MAX_CHARACTERS).replace(/\s+/g, ' ') : '(binary)'
  return `      ${dir === 'out' ? '↑' : '↓'} ${sizeText(size).padStart(7)}  ${visible([label, content].filter(Boolean).join('  '))}`
}
