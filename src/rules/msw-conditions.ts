// The filter of a rule as members of a JavaScript object. In the module for Mock Service Worker (msw.ts), the function `applies` compares a
// request with them.
import { readPath } from '../filter/json-path.js'
import { isExpression, type Query, type Scalar, type Term, type Value } from '../filter/query.js'

export interface Conditions {
  /** Upper case; undefined: any. */
  method?: string
  /** The source texts of members: `path: /^\/pay$/i`. */
  members: string[]
}

/** Returns why the rule cannot be expressed, if it cannot. */
export function conditionsOf (query: Query): Conditions | { reason: string } {
  const read = new Reader()
  for (const part of query.type === 'all' ? query.of : [query]) {
    const reason = read.take(part)
    if (reason !== undefined) return { reason }
  }
  return read.conditions
}

export function source (text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16)}`)
}

/** Collects the members of one filter. */
class Reader {
  private method: string | undefined
  private readonly lists = new Map<string, string[]>()
  private readonly inBody: string[] = []

  get conditions (): Conditions {
    const lists = [...this.lists].map(([name, items]) => `${name}: [${items.join(', ')}]`)
    const body = this.inBody.length > 0 ? [`body: (text, url) => ${this.inBody.join(' && ')}`] : []
    return { ...this.method !== undefined && { method: this.method }, members: [...lists, ...body] }
  }

  /** Returns why the part cannot be expressed; undefined if it can. */
  take (part: Query): string | undefined {
    if (part.type === 'not' && isContained(part.of)) return this.add('noQuery', `{ part: ${source(textIn(part.of))} }`)
    if (part.type === 'not' || part.type === 'all' || part.type === 'any') return 'its filter has OR, or excludes something'
    return this.takeTerm(part)
  }

  private takeTerm (term: Term): string | undefined {
    const values = term.type === 'text' ? [term.value] : term.values
    const [value] = values
    if (!value || values.length > 1 || isExpression(value)) return 'its filter has several values for one key'
    if (term.type === 'text') return value.type === 'pair' ? undefined : this.add('address', source(value.text))
    if (term.key === 'json') return this.takeJson(value)
    if (term.key === 'header' || term.key === 'request-header') return this.takeHeader(value)
    return value.type === 'pair' ? `its filter has the key ${term.key}` : this.takeScalar(term.key, value)
  }

  private takeScalar (key: string, value: Scalar): string | undefined {
    const { text, exact } = value
    switch (key) {
      case 'method':
        this.method = text.toUpperCase()
        return undefined
      case 'host': case 'path': return this.add(key, String(expressionOf(value)))
      case 'query': return this.add('query', exact ? `{ whole: ${source(text)} }` : `{ part: ${source(text)} }`)
      case 'operation': return this.needBody(`operationOf(text, url).some(name => ${String(expressionOf(value))}.test(name))`)
      case 'request': case 'body': return this.needBody(`has(text, ${source(text)})`)
      default: return `its filter has the key ${key}`
    }
  }

  private takeJson (value: Value): string | undefined {
    const path = readPath(value.type === 'pair' ? value.name : value.text)
    const names = path.flatMap(step => step === 'any' ? [] : [source(step.name)])
    if (names.length < path.length || (value.type === 'pair' && value.operator !== '=')) {
      return 'its filter has * in a JSON path, or compares JSON with < or >'
    }
    const found = `jsonAt(text, [${names.join(', ')}])`
    if (value.type !== 'pair') return this.needBody(`${found}.length > 0`)
    return this.needBody(`${found}.some(value => ${String(expressionOf({ ...value.value, exact: true }))}.test(String(value)))`)
  }

  private takeHeader (value: Value): string | undefined {
    if (value.type !== 'pair') return this.add('headers', `{ name: ${source(value.text)} }`)
    if (value.operator !== '=') return 'its filter compares a header as a number'
    return this.add('headers', `{ name: ${source(value.name)}, value: ${source(value.value.text)} }`)
  }

  private add (list: string, item: string): undefined {
    this.lists.set(list, [...this.lists.get(list) ?? [], item])
  }

  private needBody (condition: string): undefined {
    this.inBody.push(condition)
  }
}

function isContained (query: Query): boolean {
  return query.type === 'key' && query.key === 'query' && query.values.length === 1 &&
    query.values.every(value => value.type !== 'pair' && value.type !== 'regex' && !value.exact)
}

function textIn (query: Query): string {
  const [value] = query.type === 'key' ? query.values : []
  return value && value.type !== 'pair' ? value.text : ''
}

// As text-test.ts compares patterns: with a star, the whole text must match.
function expressionOf ({ type, text, exact }: Scalar): RegExp {
  const isPattern = type === 'word' && !exact && text.includes('*')
  const parts = (isPattern ? text.split('*') : [text]).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(exact || isPattern ? `^${parts.join('[^]*')}$` : parts.join(''), 'i')
}
