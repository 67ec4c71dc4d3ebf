// Lines on a terminal, some of which are rendered again in place. All changes within a frame go out in one write, and a line that changes
// several times within a frame is rendered once.
import { counted } from '../text/count.js'
import { fitted } from './columns.js'

export interface Output {
  write (text: string): boolean
  once (event: 'drain', listener: () => void): unknown
  on (event: 'resize', listener: () => void): unknown
  off (event: 'resize', listener: () => void): unknown
  readonly columns?: number
  readonly rows?: number
}

/** Called when the line is rendered, with the columns of the terminal; must return one line that fits into them. */
export type Draw = (columns: number) => string

const FRAME_MS = 40
/** The most lines that may wait while the terminal takes no output; the oldest ones are dropped. */
const MAX_WAITING = 5000

export class Screen {
  private readonly out: Output
  /** The lines for the next frame, in the order of their output. */
  private waiting = new Map<string | symbol, Draw>()
  /** The numbers of the lines that can still be rendered again. */
  private readonly places = new Map<string | symbol, number>()
  private lines = 0
  private skipped = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private isFull = false
  // After a resize, it is unknown how the terminal has wrapped the longer lines.
  private readonly forget = () => this.places.clear()

  constructor (out: Output) {
    this.out = out
    out.on('resize', this.forget)
  }

  /** Renders the line of `id`: in place if it is still on the screen, else as a new line. */
  draw (id: string | symbol, draw: Draw): void {
    this.waiting.set(id, draw)
    if (this.waiting.size > MAX_WAITING) this.skip()
    this.timer ??= setTimeout(() => this.frame(), FRAME_MS)
  }

  /** Adds a line that never changes. */
  say (draw: Draw): void {
    this.draw(Symbol('a line'), draw)
  }

  close (): void {
    this.out.off('resize', this.forget)
    clearTimeout(this.timer)
    this.write()
  }

  private frame (): void {
    this.timer = undefined
    if (!this.isFull) this.write()
  }

  private write (): void {
    if (this.waiting.size === 0) return
    // Some terminals report 0.
    const columns = this.out.columns || 80
    const rows = this.out.rows || 24
    const waiting = this.waiting
    this.waiting = new Map()
    let text = this.skippedLine(columns)
    for (const [id, draw] of waiting) text += this.lineOf(id, draw(columns), rows)
    for (const [id, place] of this.places) if (this.lines - place >= rows) this.places.delete(id)
    if (this.out.write(text)) return
    this.isFull = true
    this.out.once('drain', () => {
      this.isFull = false
      this.write()
    })
  }

  private lineOf (id: string | symbol, line: string, rows: number): string {
    const up = this.lines - (this.places.get(id) ?? -Infinity)
    // The cursor stands below the last line.
    if (up < rows) return `\x1b[${up}A\x1b[2K${line}\x1b[${up}B\r`
    this.places.set(id, this.lines++)
    return `${line}\n`
  }

  private skip (): void {
    const [oldest] = this.waiting.keys()
    if (oldest !== undefined) this.waiting.delete(oldest)
    this.skipped++
  }

  private skippedLine (columns: number): string {
    if (this.skipped === 0) return ''
    const line = fitted(`… ${counted(this.skipped, 'line')} skipped: the terminal was too slow`, columns - 1)
    this.skipped = 0
    this.lines++
    return `${line}\n`
  }
}
