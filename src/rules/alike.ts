// The requests of a recording, in groups. The requests of a group ask for the same thing, and one filter finds them all. Values that differ
// each time are ignored. All other values count, because the response to a different request is worse than no response. Bodies are compared
// only if the recorded bodies differ.
import { addressOf } from '../exchange/address.js'
import { graphqlOperationOf } from '../exchange/graphql.js'
import { startMsOf } from '../exchange/outcome.js'
import { pathPatternOf } from '../exchange/path-pattern.js'
import { print } from '../filter/print.js'
import { all, not, type Query } from '../filter/query.js'
import type { Entry } from '../schema/entry.js'
import { partsOf, type RequestParts, type RequestPart } from './request-parts.js'
import { isAbsolute } from './from-entry.js'
import { isPlain, literalTerm, patternTerm } from './terms.js'
import { Volatility } from './volatile.js'

export interface Alike {
  match: string
  /** In the order in which they started. */
  requests: Entry[]
}

export interface AlikeOptions {
  /** Whether absolute addresses also match on other hosts. */
  anyHost?: boolean | undefined
}

interface ComparedRequest { entry: Entry, startMs: number, parts: RequestParts, host: string, operation: string }

/** The more special filter comes first. */
export function groupAlike (entries: readonly Entry[], { anyHost = false }: AlikeOptions = {}): Alike[] {
  const compared = entries.map(entry => comparedOf(entry, anyHost)).sort((a, b) => a.startMs - b.startMs)
  const volatility = new Volatility(entries, compared.flatMap(({ parts: { path, query, body } }) => [...path, ...query, ...body])
    .map(({ value }) => value))
  const groups = grouped(compared, apiOf).flatMap(api => {
    const address = new ApiAddress(api, volatility)
    return grouped(api, one => print(all(address.terms(one)))).flatMap(same => {
      const [first] = same
      return first ? byBody(same, volatility).map(({ terms, compared }) => groupOf([...address.terms(first), ...terms], compared)) : []
    })
  })
  return groups.sort((a, b) => Number(a.isWide) - Number(b.isWide) || b.match.length - a.match.length)
}

function groupOf (terms: Query[], compared: ComparedRequest[]): Alike & { isWide: boolean } {
  const match = print(all(terms))
  return { match, requests: compared.map(({ entry }) => entry), isWide: WIDE_MATCH.test(match) }
}

/** A pattern, or the kind of an operation without a name: it may match what another filter means. */
const WIDE_MATCH = /\bpath:[^=]|\boperation:=(?:query|mutation|subscription)\b/

function comparedOf (entry: Entry, anyHost: boolean): ComparedRequest {
  const operation = graphqlOperationOf(entry)
  return {
    entry,
    startMs: startMsOf(entry),
    parts: partsOf(entry),
    host: !anyHost && isAbsolute(entry.api) ? addressOf(entry).host : '',
    operation: operation ? operation.name || operation.kind : ''
  }
}

function apiOf ({ entry, host, operation, parts: { path } }: ComparedRequest): string {
  const pattern = pathPatternOf(path.map(({ before, written }) => before + written).join(''))
  return JSON.stringify([entry.method, host, pattern, path.length, operation])
}

/** The addresses of one API: which of their values matter. */
class ApiAddress {
  private readonly values: Map<string, string[]>
  private readonly hasQuery: boolean

  constructor (compared: ComparedRequest[], private readonly volatility: Volatility) {
    this.values = valuesByPlace(compared.flatMap(({ parts: { path, query } }) => [...path.map(placeOfPath), ...query]))
    this.hasQuery = compared.some(({ parts }) => parts.query.length > 0)
  }

  terms ({ entry, startMs, parts, host, operation }: ComparedRequest): Query[] {
    const isGapInPath = ({ name, value }: RequestPart) =>
      this.volatility.isVolatilePart({ value, startMs, all: this.values.get(`/${name}`) ?? [] })
    const isGapInQuery = ({ name, value }: RequestPart) =>
      this.volatility.isVolatile({ name, value, startMs, all: this.values.get(name) ?? [] })
    return [
      literalTerm('method', entry.method),
      ...host === '' ? [] : [literalTerm('host', host, { exact: true })],
      pathTerm(piecesOf(parts.path, isGapInPath)),
      ...operation === '' ? [] : [literalTerm('operation', operation, { exact: true })],
      ...this.queryTerms(entry, piecesOf(parts.query, isGapInQuery))
    ]
  }

  private queryTerms (entry: Entry, pieces: string[]): Query[] {
    const { query } = addressOf(entry)
    if (query === '') return this.hasQuery ? [not(literalTerm('query', '='))] : []
    if (pieces.join('') === query && pieces.length === 1) return [literalTerm('query', query, { exact: true })]
    return pieces.filter(piece => !/^[?&]?$/.test(piece)).map(piece => literalTerm('query', piece))
  }
}

function placeOfPath ({ name, ...part }: RequestPart): RequestPart {
  return { ...part, name: `/${name}` }
}

// A star cannot be written beside characters that must be quoted; such a path stays as it is.
function pathTerm (pieces: string[]): Query {
  const whole = pieces.join('*')
  const isPattern = pieces.length > 1 && isPlain(pieces.join(''))
  return isPattern ? patternTerm('path', whole) : literalTerm('path', whole, { exact: true })
}

/** The text without the values that are gaps: one piece more than there are gaps. */
function piecesOf (parts: RequestPart[], isGap: (part: RequestPart) => boolean): string[] {
  const pieces = ['']
  for (const part of parts) {
    const gap = isGap(part)
    pieces.push(`${pieces.pop() ?? ''}${part.before}${gap ? '' : part.written}`)
    if (gap) pieces.push('')
  }
  return pieces
}

/** The length of `HTTP/1.1 200 `. */
const STATUS_CHARS = 13

/** Requests with the same address, apart if their bodies ask for something else, and were answered differently. */
function byBody (compared: ComparedRequest[], volatility: Volatility): { terms: Query[], compared: ComparedRequest[] }[] {
  const answers = new Set(compared.map(({ entry }) => entry.responseHeader.slice(0, STATUS_CHARS) + entry.response))
  if (answers.size < 2) return [{ terms: [], compared }]
  const values = valuesByPlace(compared.flatMap(({ parts }) => parts.body))
  const distinguishing = [...values.keys()].filter(name => {
    const all = values.get(name) ?? []
    const varies = new Set(all).size > 1 || all.length < compared.length
    return varies && compared.every(({ startMs, parts }) =>
      parts.body.every(part => part.name !== name || !volatility.isVolatile({ ...part, startMs, all })))
  })
  const termsOf = ({ parts: { body, isForm } }: ComparedRequest) =>
    body.filter(({ name, value }) => distinguishing.includes(name) && value.length <= MAX_VALUE_LENGTH && !name.includes('"'))
      .map(({ name, before, written, value }) => isForm ? literalTerm('request', before + written) : jsonTerm(name, value))
  return grouped(compared, one => print(all(termsOf(one)))).map(same => ({ terms: same[0] ? termsOf(same[0]) : [], compared: same }))
}

/** In characters. A longer value is a text that somebody wrote, and is not compared. */
const MAX_VALUE_LENGTH = 200

function jsonTerm (name: string, value: string): Query {
  const path = /^[\w$-]+$/.test(name) ? name : `["${name}"]`
  const text = { type: 'quoted' as const, text: value, exact: false }
  return { type: 'key', key: 'json', values: [{ type: 'pair', name: path, operator: '=', value: text }] }
}

function valuesByPlace (parts: RequestPart[]): Map<string, string[]> {
  return new Map(grouped(parts, ({ name }) => name).map(same => [same[0]?.name ?? '', same.map(({ value }) => value)]))
}

/** In the order of the first items. */
export function grouped<T> (items: T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}
