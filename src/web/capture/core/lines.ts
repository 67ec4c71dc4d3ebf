// Splits a text that comes in pieces into lines. Only the beginning of a long line is kept, because a line may never end.
import { MESSAGE_BYTES } from './message.js'

/** `chars`: the length of the whole line, if only its beginning is kept. */
type UseLine = (line: string, chars: number) => void

export class Lines {
  private kept = ''
  private chars = 0
  private isAfterCr = false

  /** `isLf`: only LF ends a line, as in NDJSON; otherwise also CR and CRLF, as in server-sent events. */
  constructor (private readonly isLf: boolean, private readonly use: UseLine) {}

  feed (text: string): void {
    if (text === '') return
    const breaks = this.isLf ? /\n/g : /\r\n?|\n/g
    let from = this.isAfterCr && text.startsWith('\n') ? 1 : 0
    breaks.lastIndex = from
    for (let found = breaks.exec(text); found; found = breaks.exec(text)) {
      this.keep(text, from, found.index)
      this.end()
      from = breaks.lastIndex
    }
    this.keep(text, from, text.length)
    // A CR ends its line at once; an LF that follows in the next piece belongs to it.
    this.isAfterCr = !this.isLf && text.endsWith('\r')
  }

  /** The text has ended. A last line without an end is a line, too. */
  finish (): void {
    if (this.chars > 0) this.end()
  }

  private keep (text: string, from: number, to: number): void {
    const room = MESSAGE_BYTES - this.kept.length
    if (room > 0) this.kept += text.slice(from, Math.min(to, from + room))
    this.chars += to - from
  }

  private end (): void {
    const { kept, chars } = this
    this.kept = ''
    this.chars = 0
    this.use(kept, chars)
  }
}
