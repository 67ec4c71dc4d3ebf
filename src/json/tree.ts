// JSON as a tree whose scalars are their source texts, so that it can be changed and written again with every number as it was sent.
// Members are in a Map, in which `__proto__` is a name like any other. White space is not kept; of repeated keys, the last counts.
import { isJson } from './is-json.js'
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, afterSpace, endOfString, stringValue } from './scan.js'
import { structureOf } from './structure.js'

/** A string is the source text of a scalar. */
export type JsonNode = string | JsonNode[] | JsonMembers
export type JsonMembers = Map<string, JsonNode>

/** Recursion over a tree is safe. */
const MAX_LEVELS = 500

/** Undefined if the text is not JSON, or has more than 500 levels. */
export function readTree (source: string): JsonNode | undefined {
  if (structureOf(source, MAX_LEVELS).depth > MAX_LEVELS || !isJson(source)) return undefined
  return new Reader(source).value()
}

export function treeText (node: JsonNode): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return `[${node.map(treeText).join(',')}]`
  return `{${[...node].map(([name, value]) => `${JSON.stringify(name)}:${treeText(value)}`).join(',')}}`
}

/** As RFC 6902 compares: numbers by their value, strings by their characters, objects without regard to order. */
export function areEqual (a: JsonNode, b: JsonNode): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b || (typeof a === typeof b && scalarOf(a) === scalarOf(b))
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, n) => areEqual(item, b[n] ?? ''))
  }
  return a.size === b.size && [...a].every(([name, value]) => {
    const other = b.get(name)
    return other !== undefined && areEqual(value, other)
  })
}

function scalarOf (node: JsonNode): unknown {
  return typeof node === 'string' ? JSON.parse(node) : undefined
}

// The text is known to be JSON, and not too deep.
class Reader {
  private at = 0

  constructor (private readonly source: string) {}

  value (): JsonNode {
    const start = this.at = afterSpace(this.source, this.at)
    switch (this.source.charCodeAt(start)) {
      case OPEN_OBJECT: return this.members()
      case OPEN_LIST: return this.items()
      case QUOTE: this.at = endOfString(this.source, start) + 1; break
      default: this.at = endOfWord(this.source, start)
    }
    return this.source.slice(start, this.at)
  }

  private members (): JsonMembers {
    const members: JsonMembers = new Map()
    while (this.goesOn(CLOSE_OBJECT)) {
      const close = endOfString(this.source, this.at)
      const name = stringValue(this.source, this.at, close)
      this.at = afterSpace(this.source, close + 1) + 1
      members.set(name, this.value())
    }
    return members
  }

  private items (): JsonNode[] {
    const items: JsonNode[] = []
    while (this.goesOn(CLOSE_LIST)) items.push(this.value())
    return items
  }

  /** Goes past the opening bracket or the comma; past the closing bracket, too, if it is next. */
  private goesOn (closing: number): boolean {
    const at = afterSpace(this.source, this.at)
    const code = this.source.charCodeAt(at)
    this.at = code === OPEN_OBJECT || code === OPEN_LIST || code === COMMA ? afterSpace(this.source, at + 1) : at
    if (this.source.charCodeAt(this.at) !== closing) return true
    this.at++
    return false
  }
}

const WORD = /[^\s,\]}]*/y

function endOfWord (source: string, start: number): number {
  WORD.lastIndex = start
  WORD.test(source)
  return WORD.lastIndex
}
