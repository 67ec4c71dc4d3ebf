// Makes the table of a JSON text, or of a text with one value per line, with jsonc-parser's scanner. The code does not recurse, so deep
// nesting cannot overflow the stack.
import { createScanner, type JSONScanner } from 'jsonc-parser'
import { TableWriter, type TableFault, type JsonColumns, type RowKind } from './table.js'

/** More rows than a person can look through. The limit bounds the memory that a hostile text takes. */
export const MAX_ROWS = 1_000_000

/** Invalid text becomes one last row of kind `rest`. `most` is for tests. */
export function scanJson (text: string, most = MAX_ROWS): JsonColumns {
  return new Scan(text, most).run()
}

// jsonc-parser exports these as a const enum, which a file cannot use if each file is compiled alone.
const TOKEN = {
  openObject: 1,
  closeObject: 2,
  openList: 3,
  closeList: 4,
  comma: 5,
  colon: 6,
  string: 10,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  end: 17
}
const SCALARS = new Map<number, RowKind>([[7, 'null'], [8, 'boolean'], [9, 'boolean'], [10, 'string'], [11, 'number']])
// Errors inside a string: a bad \u, a bad escape, a raw control character. The end of the string is known, so scanning can continue.
const HARMLESS_ERRORS = [4, 5, 6]

/** The tokens that may come next. `more`: a comma or the closing bracket. */
type Expected = 'value' | 'value or close' | 'key' | 'key or close' | 'colon' | 'more'

class Scan {
  private readonly text: string
  private readonly most: number
  private readonly scanner: JSONScanner
  private readonly rows = new TableWriter()
  private fault: TableFault | undefined
  /** The row of the innermost open container. */
  private parent = -1
  private expected: Expected = 'value'
  private key: { start: number, end: number } | undefined
  private lineBroke = true

  constructor (text: string, most: number) {
    this.text = text
    this.most = most
    this.scanner = createScanner(text, false)
    if (text.startsWith('\ufeff')) this.scanner.setPosition(1)
  }

  run (): JsonColumns {
    for (let token: number = this.scanner.scan(); token !== TOKEN.end; token = this.scanner.scan()) {
      if (this.rows.size >= this.most) return this.stop({ at: this.start, reason: 'large' })
      if (!this.take(token)) return this.stop({ at: this.start, reason: 'wrong' })
    }
    return this.parent >= 0 || this.rows.size === 0
      ? this.stop({ at: this.text.length, reason: 'ended' })
      : this.rows.columns(this.fault)
  }

  private get start (): number { return this.scanner.getTokenOffset() }
  private get end (): number { return this.start + this.scanner.getTokenLength() }

  /** False if the token is not allowed here. */
  private take (token: number): boolean {
    if (token === TOKEN.lineBreak) this.lineBroke = true
    if (token >= TOKEN.lineComment && token <= TOKEN.trivia) {
      if (token < TOKEN.lineBreak) this.note()
      return true
    }
    const error: number = this.scanner.getTokenError()
    if (error !== 0 && !HARMLESS_ERRORS.includes(error)) return false
    if (error !== 0) this.note()
    return this.takeKnown(token)
  }

  private takeKnown (token: number): boolean {
    switch (this.expected) {
      case 'key or close':
        if (token === TOKEN.closeObject) return this.close()
        return this.takeKey(token)
      case 'key':
        return this.takeKey(token)
      case 'colon':
        this.expected = 'value'
        return token === TOKEN.colon
      case 'value or close':
        if (token === TOKEN.closeList) return this.close()
        return this.takeValue(token)
      case 'value':
        return this.takeValue(token)
      case 'more':
        return this.takeMore(token)
    }
  }

  private takeKey (token: number): boolean {
    this.key = { start: this.start, end: this.end }
    this.expected = 'colon'
    return token === TOKEN.string
  }

  private takeValue (token: number): boolean {
    const container = token === TOKEN.openObject ? 'object' : token === TOKEN.openList ? 'list' : undefined
    const kind = container ?? SCALARS.get(token)
    if (!kind || (this.parent < 0 && !this.lineBroke)) return false
    const row = this.rows.add(kind, this.parent, this.start, this.end, this.key)
    this.key = undefined
    if (container) {
      this.parent = row
      this.expected = container === 'object' ? 'key or close' : 'value or close'
    } else this.behindValue()
    return true
  }

  private takeMore (token: number): boolean {
    const inObject = this.rows.isObject(this.parent)
    if (token === TOKEN.comma) {
      this.expected = inObject ? 'key' : 'value'
      return true
    }
    return token === (inObject ? TOKEN.closeObject : TOKEN.closeList) && this.close()
  }

  private close (): true {
    this.parent = this.rows.close(this.parent, this.end)
    this.behindValue()
    return true
  }

  // After a root value, only another root value may follow, on a line of its own.
  private behindValue (): void {
    this.lineBroke = false
    this.expected = this.parent < 0 ? 'value' : 'more'
  }

  private note (): void {
    this.fault ??= { at: this.start, reason: 'wrong' }
  }

  private stop (fault: TableFault): JsonColumns {
    const from = this.key && fault.reason !== 'ended' ? this.key.start : fault.at
    if (from < this.text.length) this.rows.add('rest', this.parent, from, this.text.length, undefined)
    while (this.parent >= 0) this.parent = this.rows.close(this.parent, this.text.length)
    return this.rows.columns(this.fault ?? fault)
  }
}
