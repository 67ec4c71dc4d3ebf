// RowParser: parses the bytes of replies to HMGET (RESP2 and RESP3) into rows of text. It is for callers that read many rows:
// ioredis makes a buffer of each value first, which takes several times as long.
import { isAscii } from 'node:buffer'

export type HashRow = (string | null)[]

/** Not Redis's protocol, or not a reply to HMGET: the beginning of the next reply cannot be found. */
export class ProtocolFault extends Error {}

const [CR, LF, DIGIT_0, MINUS] = [13, 10, 48, 45]
const [ARRAY, BULK, ERROR, NULL] = ['*', '$', '-', '_'].map(type => type.charCodeAt(0))
/** The longest text that Redis can store. */
const MAX_BYTES = 512 * 1024 ** 2
const MAX_ERROR_BYTES = 64 * 1024

export class RowParser {
  /** Bytes that arrived and are not parsed yet; parsing continues when there are `needed` of them. */
  private waiting: Buffer[] = []
  private length = 0
  private needed = 1
  private bytes: Buffer = Buffer.alloc(0)
  /** The same bytes as text if all of them are ASCII: a slice of it needs no copy. */
  private text: string | undefined
  private at = 0
  private row: HashRow | undefined
  private left = 0

  /** `onReply` gets a row, or the error of Redis, for each command in order. */
  constructor (private readonly onReply: (reply: HashRow | Error) => void) {}

  /** Throws a ProtocolFault; after that, the parser cannot be used any more. */
  write (chunk: Buffer): void {
    this.waiting.push(chunk)
    this.length += chunk.length
    if (this.length < this.needed) return
    this.bytes = this.waiting.length === 1 ? chunk : Buffer.concat(this.waiting, this.length)
    this.text = isAscii(this.bytes) ? this.bytes.toString('latin1') : undefined
    this.at = 0
    while (this.at < this.length && this.step());
    this.keepRest()
  }

  /** Reads the head of a reply, or a value of a row; false if that has not arrived completely. */
  private step (): boolean {
    const from = this.at
    const isWhole = this.row ? this.readValue(this.row) : this.readHead()
    if (!isWhole) this.at = from
    else if (this.row && this.left === 0) {
      const { row } = this
      this.row = undefined
      this.onReply(row)
    }
    return isWhole
  }

  private keepRest (): void {
    this.needed = Math.max(1, this.needed - this.at)
    const rest = this.bytes.subarray(this.at)
    this.waiting = rest.length > 0 ? [rest] : []
    this.length = rest.length
    this.bytes = Buffer.alloc(0)
    this.text = undefined
  }

  private readHead (): boolean {
    const type = this.bytes[this.at]
    if (type === ERROR) return this.readError()
    if (type !== ARRAY) throw new ProtocolFault(`A reply cannot begin with the byte ${type}`)
    const count = this.readNumber()
    if (count === undefined) return false
    if (count < 1) throw new ProtocolFault(`A row cannot have ${count} values`)
    this.row = []
    this.left = count
    return true
  }

  private readError (): boolean {
    const end = this.bytes.indexOf('\r\n', this.at)
    if (end < 0 && this.length - this.at > MAX_ERROR_BYTES) throw new ProtocolFault('An error reply is too long: it has no line end')
    this.needed = this.length + 1
    if (end < 0) return false
    const message = this.bytes.toString('utf8', this.at + 1, end)
    this.at = end + 2
    this.onReply(new Error(message))
    return true
  }

  private readValue (row: HashRow): boolean {
    const type = this.bytes[this.at]
    if (type !== BULK && type !== NULL) throw new ProtocolFault(`A value cannot begin with the byte ${type}`)
    const length = this.readNumber()
    if (length === undefined) return false
    const isMissing = type === NULL || length === -1
    if (!isMissing) {
      if (length < 0 || length > MAX_BYTES) throw new ProtocolFault(`A value cannot have ${length} bytes`)
      const [from, end] = [this.at, this.at + length]
      if (!this.has(end + 2)) return false
      row.push(this.text === undefined ? this.bytes.toString('utf8', from, end) : this.text.slice(from, end))
      this.at = end
      this.endLine()
    } else row.push(null)
    this.left--
    return true
  }

  /** The number between a type byte and the end of the line; 0 if there is none. Undefined if the line is not complete. */
  private readNumber (): number | undefined {
    let at = this.at + 1
    const isNegative = this.bytes[at] === MINUS
    if (isNegative) at++
    let number = 0
    for (let digit = this.bytes[at]; digit !== CR; digit = this.bytes[++at]) {
      if (!this.has(at + 1)) return undefined
      const value = (digit ?? 0) - DIGIT_0
      if (value < 0 || value > 9 || number > MAX_BYTES) throw new ProtocolFault('A length is not a number')
      number = 10 * number + value
    }
    if (!this.has(at + 2)) return undefined
    this.at = at
    this.endLine()
    return isNegative ? -number : number
  }

  private endLine (): void {
    if (this.bytes[this.at] !== CR || this.bytes[this.at + 1] !== LF) throw new ProtocolFault('A line does not end where it should')
    this.at += 2
  }

  private has (end: number): boolean {
    this.needed = end
    return end <= this.length
  }
}
