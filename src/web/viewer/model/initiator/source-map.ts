// Reads the original positions of calls from a source map. The map may come from any server, so no value in it is assumed to have the
// expected type.
import { FlattenMap, isIgnored, originalPositionFor, sourceContentFor, type SourceMapInput, type TraceMap } from '@jridgewell/trace-mapping'
import type { InitiatorCall } from '../../../../schema/initiator.js'
import { functionFinder, type FunctionFinder } from './function-names.js'

/** Where a call is in the source from which its script was built. */
export interface Original {
  function?: string
  /** The path of the source file, without the scheme and the host that a bundler wrote. */
  path: string
  line: number
  column: number
  /** The line of the source, if the map contains the source. */
  code?: string
  /** It is not the app's own code. */
  isLibrary: boolean
}

const MAX_PATH_LENGTH = 500
const MAX_CODE_LENGTH = 200
/** The first line of a map that is served to nobody but readers of maps. */
const GUARD = /^\)\]\}'[^\n]*\n/

/** Lines and segments: a map of 20 MB has about two million. Each takes about 100 bytes while the map is read. */
const MAX_PLACES = 4_000_000

/** The map has more lines or segments than fit in memory, or says that it has. */
export class TooDense extends Error {
  override readonly name = 'TooDense'
}

/**
 * One for each call; undefined if the map has nothing for it. Throws if the text is not a source map, and TooDense. `url`: its address.
 */
export function originalsOf (text: string, url: string, calls: readonly InitiatorCall[]): (Original | undefined)[] {
  const map = new FlattenMap(readMap(text), url)
  const finders = new Map<string, FunctionFinder | undefined>()
  const finderOf = (source: string, content: string) => {
    if (!finders.has(source)) finders.set(source, functionFinder(source, content))
    return finders.get(source)
  }
  return calls.map(call => originalOf(map, call, finderOf))
}

function readMap (text: string): SourceMapInput {
  const map = JSON.parse(text.replace(GUARD, '')) as { sections?: unknown, mappings?: unknown, sources?: unknown, names?: unknown } | null
  const isMap = Array.isArray(map?.sections) || (typeof map?.mappings === 'string' && Array.isArray(map.sources))
  if (!isMap) throw new TypeError('not a source map')
  const { lines, segments } = sizeOf(map)
  if (lines + segments > MAX_PLACES) throw new TooDense()
  return { names: [], ...map } as unknown as SourceMapInput
}

interface MapSize { lines: number, segments: number }

/** A section may begin at any line, and all lines before it take memory, too. */
function sizeOf ({ mappings, sections }: { mappings?: unknown, sections?: unknown }): MapSize {
  const size = { lines: 0, segments: 0 }
  if (Array.isArray(sections)) {
    for (const { offset, map } of sections as { offset: { line: unknown }, map: object }[]) {
      if (!isCount(Number(offset.line) + 1) || typeof map !== 'object') throw new TypeError('not a section')
      const { lines, segments } = sizeOf(map)
      size.lines = Math.max(size.lines, Number(offset.line) + lines)
      size.segments += segments
    }
  } else if (typeof mappings === 'string') {
    for (let at = 0; at < mappings.length; at++) {
      const code = mappings.charCodeAt(at)
      if (code === SEMICOLON) size.lines++
      else if (code === COMMA) size.segments++
    }
  }
  return size
}

const SEMICOLON = 59
const COMMA = 44

type FinderOf = (source: string, content: string) => FunctionFinder | undefined

function originalOf (map: TraceMap, { line, column }: InitiatorCall, finderOf: FinderOf): Original | undefined {
  const found = originalPositionFor(map, { line, column: column - 1 })
  const { source } = found
  if (typeof source !== 'string' || !isCount(found.line) || !isCount(found.column + 1)) return undefined
  const place = { line: found.line, column: found.column + 1 }
  const content: unknown = sourceContentFor(map, source)
  const text = typeof content === 'string' ? content : undefined
  const name = text === undefined ? undefined : finderOf(source, text)?.(place.line, place.column)
  const code = text === undefined ? '' : codeOf(text, place.line)
  return {
    ...name !== undefined && { function: name },
    path: pathOf(source),
    ...place,
    ...code !== '' && { code },
    isLibrary: isIgnored(map, source) || /(?:^|\/)node_modules\//.test(source)
  }
}

function isCount (number: unknown): boolean {
  return Number.isSafeInteger(number) && (number as number) >= 1
}

/** `webpack://shop/./src/a.ts`, `https://shop.example/src/a.ts` and `../src/a.ts` are all `src/a.ts`. */
function pathOf (source: string): string {
  const path = source.replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, '').replace(/^(?:\.{1,2}\/)+/, '')
  return (path || source).slice(0, MAX_PATH_LENGTH)
}

function codeOf (text: string, line: number): string {
  let from = 0
  for (let n = 1; n < line; n++) {
    from = text.indexOf('\n', from) + 1
    if (from === 0) return ''
  }
  const end = text.indexOf('\n', from)
  return text.slice(from, end < 0 ? undefined : end).trim().slice(0, MAX_CODE_LENGTH)
}
