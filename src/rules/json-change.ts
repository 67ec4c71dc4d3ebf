// Changes JSON without changing the rest: numbers keep their source text. A merge patch (RFC 7396), and operations (RFC 6902).
import { areEqual, readTree, treeText, type JsonNode } from '../json/tree.js'
import type { ChangeResponse } from '../schema/rule.js'

export type Operation = NonNullable<ChangeResponse['patch']>[number]

/** Limits the result of repeated copies, in characters. */
const MAX_COPIED = 4 * 1024 * 1024

/** `patch`: as JSON.parse returns it. Undefined if the text is not JSON. */
export function mergedJson (text: string, patch: unknown): string | undefined {
  const target = readTree(text)
  const change = nodeOf(patch)
  return target === undefined || change === undefined ? undefined : treeText(merged(target, change))
}

/** Undefined if the text is not JSON, or one of the operations cannot be done: then none is. */
export function patchedJson (text: string, operations: readonly Operation[]): string | undefined {
  const root = readTree(text)
  if (root === undefined) return undefined
  const patch = new JsonPatch(root)
  return operations.every(operation => patch.apply(operation)) ? treeText(patch.root) : undefined
}

function nodeOf (value: unknown): JsonNode | undefined {
  try {
    return readTree(JSON.stringify(value))
  } catch {
    // Too deep for the platform, or a value that is missing.
    return undefined
  }
}

function merged (target: JsonNode | undefined, patch: JsonNode): JsonNode {
  if (!(patch instanceof Map)) return patch
  const members = new Map(target instanceof Map ? target : undefined)
  for (const [name, value] of patch) {
    if (value === 'null') members.delete(name)
    else members.set(name, merged(members.get(name), value))
  }
  return members
}

class JsonPatch {
  private copied = 0

  constructor (public root: JsonNode) {}

  /** False if it cannot be done. */
  apply ({ op, path, from = '', value }: Operation): boolean {
    switch (op) {
      case 'add': return this.put(path, nodeOf(value), false)
      case 'replace': return this.put(path, nodeOf(value), true)
      case 'remove': return path !== '' && this.take(path) !== undefined
      case 'move':
        if (from === path) return this.find(from) !== undefined
        return !path.startsWith(`${from}/`) && this.put(path, this.take(from), false)
      case 'copy': return this.put(path, this.copyOf(from), false)
      case 'test': {
        const [found, wanted] = [this.find(path), nodeOf(value)]
        return found !== undefined && wanted !== undefined && areEqual(found, wanted)
      }
    }
  }

  private find (path: string): JsonNode | undefined {
    return tokensOf(path)?.reduce<JsonNode | undefined>((node, token) => childOf(node, token), this.root)
  }

  private copyOf (path: string): JsonNode | undefined {
    const node = this.find(path)
    if (node === undefined) return undefined
    const text = treeText(node)
    this.copied += text.length
    return this.copied > MAX_COPIED ? undefined : readTree(text)
  }

  private put (path: string, value: JsonNode | undefined, replaces: boolean): boolean {
    if (value === undefined || (replaces && this.find(path) === undefined)) return false
    if (path === '') {
      this.root = value
      return true
    }
    const { parent, token } = this.placeOf(path)
    if (parent instanceof Map) parent.set(token, value)
    else if (Array.isArray(parent)) {
      const index = token === '-' && !replaces ? parent.length : indexOf(token)
      if (index === undefined || index > parent.length) return false
      parent.splice(index, replaces ? 1 : 0, value)
    } else return false
    return true
  }

  /** Removes a value, and returns it; undefined if there is none. */
  private take (path: string): JsonNode | undefined {
    const value = this.find(path)
    const { parent, token } = this.placeOf(path)
    if (value === undefined || path === '') return undefined
    if (parent instanceof Map) parent.delete(token)
    else if (Array.isArray(parent)) parent.splice(Number(token), 1)
    return value
  }

  private placeOf (path: string): { parent: JsonNode | undefined, token: string } {
    const slash = path.lastIndexOf('/')
    return { parent: slash < 0 ? undefined : this.find(path.slice(0, slash)), token: decoded(path.slice(slash + 1)) }
  }
}

/** Undefined if the text is not a pointer (RFC 6901). */
function tokensOf (path: string): string[] | undefined {
  if (path === '') return []
  return path.startsWith('/') ? path.slice(1).split('/').map(decoded) : undefined
}

function decoded (token: string): string {
  return token.replace(/~1/g, '/').replace(/~0/g, '~')
}

function childOf (node: JsonNode | undefined, token: string): JsonNode | undefined {
  if (node instanceof Map) return node.get(token)
  const index = indexOf(token)
  return Array.isArray(node) && index !== undefined ? node[index] : undefined
}

function indexOf (token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(token) ? Number(token) : undefined
}
