// What `watch` draws of a session: which requests, in which form, each once. On a terminal a request is one line; elsewhere one for each of
// its states; as JSON each change as it came.
import type { Entry } from '../schema/entry.js'
import type { ChangeMessage } from '../schema/event.js'
import { isPending, type Codes } from '../exchange/outcome.js'
import { sizeText } from '../text/size.js'
import { visible } from '../text/visible.js'
import { bodyLines } from './body-lines.js'
import { coloursFor } from './colours.js'
import { fitted, wrapped } from './columns.js'
import { judged } from './judged.js'
import { jsonText } from './json-text.js'
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
  private readonly colours = coloursFor(process.stdout)
  private readonly screen: Screen | undefined
  /** What is known of the requests that are there, with a line or without: the time that they took, 0 while pending. */
  private readonly known = new Map<string, number>()
  /** Those whose line says pending. */
  private readonly pending = new Set<string>()

  constructor (options: EntryLinesOptions) {
    this.options = options
    if (this.out.isTTY && !options.json) this.screen = new Screen(this.out)
  }

  /** What is there, after it was listed: the newest `last` that match and have no line, or one that is out of date. */
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

  /** On a terminal among the lines, else on stderr. */
  say (sentence: string): void {
    const text = visible(sentence)
    if (!this.screen) process.stderr.write(`${text}\n`)
    else for (const line of wrapped(`— ${text}`, (this.out.columns || 80) - 1)) this.faint(this.screen, line)
  }

  close (): void {
    this.screen?.close()
  }

  // What has a line is told to its end, whatever the filter says of the end.
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
    if (json) return this.print({ type, data: judged(entry, codes) })
    const shown = bodies && !isPending(entry) ? bodyLines(entry) : []
    if (!this.screen) {
      this.out.write([requestLine(entry, this.colours, { codes }), ...shown].map(line => `${line}\n`).join(''))
    } else if (shown.length === 0) {
      this.screen.draw(entry.id, columns => requestLine(entry, this.colours, { columns, codes }))
    } else {
      // There is no room for bodies under a line in the middle.
      this.screen.say(columns => requestLine(entry, this.colours, { columns, codes }))
      for (const line of shown) this.faint(this.screen, line)
    }
  }

  private faint (screen: Screen, line: string): void {
    screen.say(columns => this.colours.faint(fitted(line, columns - 1)))
  }

  private print (value: object): void {
    this.out.write(`${jsonText(value)}\n`)
  }
}
