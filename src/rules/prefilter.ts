// A prefilter: what a request must have so that the filter of a rule can match it. It is cheap to check, so that most rules need not be
// tried. It may let through a request that does not match, but must never hold back a request that matches.
import type { KeyName } from '../filter/keys.js'
import { jsonTexts } from '../filter/pair-conditions.js'
import type { Query, Value } from '../filter/query.js'
import { PARTS, type RequestTextName, type RequestTexts } from './request-texts.js'

/** For each part of the request, the texts in lower case that it must contain. */
export interface Required extends Record<RequestTextName, string[]> {
  /** In upper case: the method begins with it. */
  method: string | undefined
  /** In lower case: the whole path. */
  path: string | undefined
}

/** At least one of these holds for every request that matches the query. */
export function requiredOf (query: Query): Required[] {
  return (query.type === 'any' ? query.of : [query]).map(requiredTogether)
}

/** Does not look at paths: see `PathIndex`. */
export function mayMatch (required: readonly Required[], seen: RequestTexts): boolean {
  return required.some(one => (one.method === undefined || seen.method.startsWith(one.method)) && hasTexts(one, seen))
}

function hasTexts (required: Required, seen: RequestTexts): boolean {
  // Loops: this runs for each rule and request.
  for (const part of PARTS) {
    for (const text of required[part]) if (seen.part(part)?.includes(text) === false) return false
  }
  return true
}

/** Rules by the paths that they require. Each list keeps their order. */
export class PathIndex<Rule extends { required: readonly Required[] }> {
  private readonly byPath = new Map<string, Rule[]>()
  private readonly others: readonly Rule[]

  constructor (private readonly rules: readonly Rule[]) {
    const paths = rules.map(pathsOf)
    this.others = rules.filter((_, n) => !paths[n])
    for (const path of new Set(paths.flatMap(paths => paths ?? []))) {
      this.byPath.set(path, rules.filter((_, n) => paths[n]?.includes(path) ?? true))
    }
  }

  /** The rules that may apply to this path. Without a path, all rules. */
  near (path: string | undefined): readonly Rule[] {
    return path === undefined ? this.rules : this.byPath.get(path) ?? this.others
  }
}

/** Undefined: any. */
function pathsOf ({ required }: { required: readonly Required[] }): string[] | undefined {
  const paths = required.flatMap(({ path }) => path === undefined ? [] : [path])
  return paths.length === required.length ? paths : undefined
}

function requiredTogether (query: Query): Required {
  const required: Required = { method: undefined, path: undefined, address: [], query: [], header: [], body: [] }
  for (const term of query.type === 'all' ? query.of : [query]) {
    if (term.type === 'text') addScalar(required.address, term.value)
    if (term.type === 'key' && term.values.length === 1) for (const value of term.values) addValue(required, term.key, value)
  }
  return required
}

function addValue (required: Required, key: KeyName, value: Value): void {
  switch (key) {
    case 'method': case 'path': return addPlain(required, key, value)
    case 'host': case 'api': return addScalar(required.address, value)
    case 'query': return addScalar(required.query, value)
    case 'body': case 'request': return addScalar(required.body, value)
    case 'json': return jsonTexts(value).forEach(text => addText(required.body, text))
    case 'header': case 'request-header':
      if (value.type !== 'pair') return addScalar(required.header, value)
      addText(required.header, value.name)
      if (value.operator === '=') addScalar(required.header, value.value)
  }
}

function addPlain (required: Required, key: 'path' | 'method', value: Value): void {
  const isPlain = value.type !== 'pair' && value.type !== 'regex' && ASCII.test(value.text)
  if (isPlain && key === 'method') required.method ??= value.text.toUpperCase()
  else if (isPlain && value.exact) required.path ??= value.text.toLowerCase()
  else if (key === 'path') addScalar(required.address, value)
}

function addScalar (texts: string[], value: Value): void {
  if (value.type === 'word' || value.type === 'quoted') addText(texts, value.text)
}

// A star may stand for anything. Other letters may be escaped, and have cases of their own.
function addText (texts: string[], text: string): void {
  for (const piece of text.split('*')) if (ASCII.test(piece)) texts.push(piece.toLowerCase())
}

const ASCII = /^[!-~]+$/
