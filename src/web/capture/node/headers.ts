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
    for (let n = 0; n + 1 < pairs.length; n += 2) {
      const known = pairs[n]
      if (known?.length === name.length && known.toLowerCase() === name) return pairs[n + 1]
    }
    return undefined
  }
}

/** Reads a raw header with a start line: line by line, because a list of all lines takes four times as long, and few names are read. */
export function headerOfRaw (raw: string): HeaderOf {
  return name => {
    for (let at = after(raw, 0); at > 0; at = after(raw, at)) {
      const colon = at + name.length
      if (raw[colon] !== ':' || raw.slice(at, colon).toLowerCase() !== name) continue
      const next = after(raw, at)
      return raw.slice(colon + 1, next > 0 ? next - 2 : undefined).trim()
    }
    return undefined
  }
}

/** Where the line after this one begins; 0 if there is none. */
function after (raw: string, at: number): number {
  const end = raw.indexOf('\r\n', at)
  return end < 0 ? 0 : end + 2
}
