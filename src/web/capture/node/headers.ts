// Converts header lists of Node and undici to the raw text that is recorded, and looks up headers by name.
import type { HeaderOf } from './body.js'

/** Names and values alternate. */
export type Pairs = readonly string[]

/** `startLine`: without its line break. */
export function rawHeader (startLine: string, pairs: Pairs): string {
  let raw = `${startLine}\r\n`
  for (let n = 0; n + 1 < pairs.length; n += 2) raw += `${pairs[n]}: ${pairs[n + 1]}\r\n`
  return `${raw}\r\n`
}

/** Returns a function that finds the first header of a name. */
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
