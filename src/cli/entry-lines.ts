// Prints a session for `watch`: chooses the requests and their form. On a terminal, each request has one line; elsewhere, each state of a
// request has a line. As JSON, each change is printed as it arrives.
import type { Entry } from '../schema/entry.js'
import type { ChangeMessage } from '../schema/event.js'
import type { Message } from '../schema/message.js'
import { isPending, type Codes } from '../exchange/outcome.js'
import { sizeText } from '../text/size.js'
import { visible } from '../text/visible.js'
import { bodyLines } from './body-lines.js'
import { colorsFor } from './colors.js'
import { fitted, wrapped } from './columns.js'
import { withVerdict } from './with-verdict.js'
import { jsonText } from './json-text.js'
import { messageLine } from './message-lines.js'
import { requestLine } from './request-line.js'
import { Screen } from './screen.js'

export interface EntryLinesOptions {
  matches: (entry: Entry) => boolean
  codes: Codes | undefined
  bodies: boolean
  json: boolean
}

export class EntryLines {
  private readonly options: EntryLinesOptions
  private readonly out = process.stdout
  private readonly colors = colorsFor(process.stdout)
  private readonly screen: Screen | undefined
  /** The last known `timeConsuming` of each request of the session, in ms, by its id, with or without a line; 0 while pending. */
  private readonly known = new Map<string, number>()
  /** The ids of requests whose line says pending. */
  private readonly pending = new Set<string>()

  constructor (options: EntryLinesOptions) {
    this.options = options
    if (this.out.isTTY && !options.json) this.screen = new Screen(this.out)
  }

  /** After the session was listed: prints the matching requests that are new or have changed, only the newest `last` of them. */
  listed (all: Iterable<Entry>, last: number): void {
    const entries = [...all]
    const ids = new Set(entries.map(({ id }) => id))
    for (const id of this.known.keys()) if (!ids.has(id)) this.forget(id)
    const wanted = entries.filter(entry => this.known.get(entry.id) !== entry.timeConsuming && this.isWanted(entry))
    for (const entry of wanted.slice(-last || wanted.length)) this.tell('listed', entry)
    for (const { id, timeConsuming } of entries) this.known.set(id, timeConsuming)
  }

  change (change: ChangeMessage): void {
    switch (change.type) {
      case 'entry-received':
      case 'entry-updated':
        this.known.set(change.data.id, change.data.timeConsuming)
        if (this.isWanted(change.data)) this.tell(change.type, change.data)
        return
      case 'deleted': this.forget(change.data.id); break
      case 'cleared': this.known.clear(); this.pending.clear(); this.say('cleared: all requests were deleted'); break
      case 'screenshot-received': this.say(`screenshot: ${change.data.type}, ${sizeText(change.data.size)}, ${change.data.url}`)
    }
    if (this.options.json) this.print({ type: change.type, data: 'data' in change ? change.data : undefined })
  }

  /** A request matches now, although it has not changed. Before the session was listed, it is only remembered. */
  matched (entry: Entry): void {
    if (this.known.has(entry.id)) this.tell('entry-updated', entry)
  }

  /** Prints a message of a stream. */
  message (entry: Entry, message: Message): void {
    if (this.options.json) return this.print({ type: 'message', data: { id: entry.id, requestId: entry.requestId, ...message } })
    const line = messageLine(message)
    if (this.screen) this.faint(this.screen, line)
    else this.out.write(`${line}\n`)
  }

  /** Prints a sentence: on a terminal among the lines, else to stderr. */
  say (sentence: string): void {
    const text = visible(sentence)
    if (!this.screen) process.stderr.write(`${text}\n`)
    else for (const line of wrapped(`— ${text}`, (this.out.columns || 80) - 1)) this.faint(this.screen, line)
  }

  close (): void {
    this.screen?.close()
  }

  // A request that has a pending line is followed to its end, even if the filter no longer matches it.
  private isWanted (entry: Entry): boolean {
    return this.options.matches(entry) || this.pending.has(entry.id)
  }

  private forget (id: string): void {
    this.known.delete(id)
    this.pending.delete(id)
  }

  private tell (type: string, entry: Entry): void {
    const { bodies, json, codes } = this.options
    if (this.screen && isPending(entry)) this.pending.add(entry.id)
    else this.pending.delete(entry.id)
    if (json) return this.print({ type, data: withVerdict(entry, codes) })
    const shown = bodies && !isPending(entry) ? bodyLines(entry) : []
    if (!this.screen) {
      this.out.write([requestLine(entry, this.colors, { codes }), ...shown].map(line => `${line}\n`).join(''))
    } else if (shown.length === 0) {
      this.screen.draw(entry.id, columns => requestLine(entry, this.colors, { columns, codes }))
    } else {
      // A line in the middle of the screen has no room for bodies under it, so this appends a new line.
      this.screen.say(columns => requestLine(entry, this.colors, { columns, codes }))
      for (const line of shown) this.faint(this.screen, line)
    }
  }

  private faint (screen: Screen, line: string): void {
    screen.say(columns => this.colors.faint(fitted(line, columns - 1)))
  }

  private print (value: object): void {
    this.out.write(`${jsonText(value)}\n`)
  }
}
