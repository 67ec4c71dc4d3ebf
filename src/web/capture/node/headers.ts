// Header lists as Node and undici have them, as the raw text that is recorded, and to be asked by name.
import type { HeaderOf } from './body.js'

/** Names and values in turns. */
export type Pairs = readonly string[]

/** `startLine`: without its end. */
export function rawHeader (startLine: string, pairs: Pairs): string {
  let raw = `${startLine}\r\n`
  for (let n = 0; n + 1 < pairs.length; n += 2) raw += `${pairs[n]}: ${pairs[n + 1]}\r\n`
  return `${raw}\r\n`
}

/** The first of the name. */
export function headerOf (pairs: Pairs): HeaderOf {
  return name => {
    for (let n = 0; n + 1 < pairs.length; n += 2) if (pairs[n]?.toLowerCase() === name) return pairs[n + 1]
    return undefined
  }
}

/** Reads a raw header with a start line. */
export function headerOfRaw (raw: string): HeaderOf {
  return name => {
    const line = raw.split('\r\n').slice(1).find(line => line.slice(0, line.indexOf(':')).toLowerCase() === name)
    return line?.slice(line.indexOf(':') + 1).trim()
  }
}
