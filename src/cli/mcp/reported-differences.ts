// Differences as the tools report them: a limited number, with long values cut. Differences that may break an app come first.
import { headOf, visible } from '../../text/visible.js'

const MAX_DIFFERENCES = 100
/** In characters. */
export const MAX_VALUE_LENGTH = 200

export type DifferenceKind = 'added' | 'removed' | 'type' | 'moved'
/** `was`: the old path, if the value has moved. */
export interface Reported { path: string, kind?: DifferenceKind, was?: string, a?: unknown, b?: unknown }
export interface Values { differences: Reported[], cut?: string, remark?: string }

/**
 * A value in its original spelling, for values with a number that JavaScript would round or print differently. In the JSON answer it is a
 * string; in the text answer it is printed unchanged.
 */
export class WrittenValue {
  constructor (readonly text: string) {}

  toJSON (): string { return this.text }
}

/** Undefined if there are none. Differences that may break an app come before changed values, which differ each time. */
export function reportOf<One extends { kind: DifferenceKind | undefined }> (
  found: readonly One[], report: (one: One) => Reported
): Values | undefined {
  if (found.length === 0) return undefined
  const breaks = ({ kind }: One) => kind !== undefined && kind !== 'moved'
  const first = [...found.filter(breaks), ...found.filter(one => !breaks(one))].slice(0, MAX_DIFFERENCES)
  const isCut = found.length > MAX_DIFFERENCES
  return { differences: first.map(report), ...isCut && { cut: `${MAX_DIFFERENCES} of ${found.length} differences` } }
}

/** One line per difference, which begins with the name of its part. */
export function linesOf (name: string, { differences, cut, remark }: Values): string[] {
  const lines = differences.map(({ path, kind, was, a, b }) => {
    const remarks = [...kind ? [kind] : [], ...was === undefined ? [] : [`was ${visible(was)}`]].join(', ')
    const sides = [a, b].filter(value => value !== undefined).map(json).join(' -> ')
    return `${name} ${visible(path)}${remarks && ` (${remarks})`}${sides && `: ${sides}`}`
  })
  return [...lines, ...[cut, remark].flatMap(more => more === undefined ? [] : [`${name}: ${more}`])]
}

/** The JSON of a value, with invisible characters as escapes. */
export function json (value: unknown): string {
  if (value instanceof WrittenValue) return visible(value.text)
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? 'none' : visible(text)
}

export function shortPath (text: string): string {
  return headOf(text, MAX_VALUE_LENGTH)
}

export function short (value: unknown): unknown {
  if (value instanceof WrittenValue) return new WrittenValue(shortText(value.text))
  const text = typeof value === 'string' ? value : JSON.stringify(value) as string | undefined
  return text === undefined || text.length <= MAX_VALUE_LENGTH ? value : shortText(text)
}

function shortText (text: string): string {
  return text.length <= MAX_VALUE_LENGTH ? text : `${headOf(text, MAX_VALUE_LENGTH)}… (${text.length} characters)`
}
