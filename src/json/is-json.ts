// Checks whether a text is JSON, by exactly the grammar of JSON.parse (RFC 8259). JSON.parse itself is not used, because it builds all
// values that it reads, and throws if a text is not JSON. A throw takes as long as checking a thousand characters, and a hostile text may
// have many pieces that look like JSON.
import { CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, afterSpace } from './scan.js'

/** Returned instead of an index: the text is not JSON. */
const NONE = -1
// The closing bracket of an object or a list has the code of the opening one plus two.
const CLOSER = 2

/** `start`: where the JSON begins in the text. Without recursion: each level costs one byte. */
export function isJson (source: string, start = 0): boolean {
  const closers = new ByteStack()
  let at = start
  do {
    at = afterOpening(source, at, closers)
    if (at !== NONE) at = afterClosing(source, at, closers)
  } while (at !== NONE && closers.length > 0)
  return at === source.length
}

/** Returns the place after one scalar, or one empty object or list, with all brackets that open before it. */
function afterOpening (source: string, from: number, closers: ByteStack): number {
  let at = from
  while (at !== NONE) {
    at = afterSpace(source, at)
    const code = source.charCodeAt(at)
    if (code === QUOTE) return afterString(source, at)
    if (code !== OPEN_OBJECT && code !== OPEN_LIST) return afterWord(source, at)
    at = afterSpace(source, at + 1)
    if (source.charCodeAt(at) === code + CLOSER) return at + 1
    closers.push(code + CLOSER)
    if (code === OPEN_OBJECT) at = afterKey(source, at)
  }
  return NONE
}

/** Returns the place after all brackets that close after a value; if another value must follow, after the comma and the key. */
function afterClosing (source: string, from: number, closers: ByteStack): number {
  let at = afterSpace(source, from)
  while (closers.length > 0 && source.charCodeAt(at) === closers.top) {
    closers.pop()
    at = afterSpace(source, at + 1)
  }
  if (closers.length === 0) return at
  if (source.charCodeAt(at) !== COMMA) return NONE
  return closers.top === CLOSE_OBJECT ? afterKey(source, afterSpace(source, at + 1)) : at + 1
}

function afterKey (source: string, open: number): number {
  if (source.charCodeAt(open) !== QUOTE) return NONE
  const end = afterString(source, open)
  const colon = end === NONE ? NONE : afterSpace(source, end)
  return source.charCodeAt(colon) === COLON ? colon + 1 : NONE
}

const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

function afterWord (source: string, at: number): number {
  WORD.lastIndex = at
  return WORD.test(source) ? WORD.lastIndex : NONE
}

// One repeated class of characters, without backtracking: a string of any length takes no stack.
// eslint-disable-next-line no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function afterString (source: string, open: number): number {
  let at = open + 1
  for (;;) {
    PLAIN.lastIndex = at
    PLAIN.test(source)
    at = PLAIN.lastIndex
    if (source.charCodeAt(at) === QUOTE) return at + 1
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(source)) return NONE
    at = ESCAPE.lastIndex
  }
}

// Outside the heap: a hostile text may have millions of levels, and if a list on the heap grows beyond the limit of a thread in one step,
// V8 ends the whole process.
class ByteStack {
  private bytes = new Uint8Array(64)
  length = 0

  push (byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = byte
  }

  pop (): void {
    this.length--
  }

  /** Undefined if the stack is empty. */
  get top (): number | undefined {
    return this.bytes[this.length - 1]
  }
}
