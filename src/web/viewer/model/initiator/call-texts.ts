// The calls of an initiator as texts: for display, and as a stack trace for the clipboard.
import type { Initiator, InitiatorCall } from '../../../../schema/initiator.js'
import type { Original } from './source-map.js'

/** `app.js:12:34`. */
export function shortPlace ({ url, line, column }: InitiatorCall): string {
  return `${fileName(url)}:${line}:${column}`
}

/** The last part of the path. */
export function fileName (url: string): string {
  const path = url.replace(/[?#][^]*$/, '')
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1)
}

/** One call on each line, as engines write stacks. `originals`: the original places that are known. */
export function stackText (calls: Initiator, originals: readonly (Original | undefined)[]): string {
  return calls.map((call, n) => lineOf(call, originals[n])).join('\n')
}

function lineOf (call: InitiatorCall, original: Original | undefined): string {
  const { line, column } = original ?? call
  const place = `${original?.path ?? call.url}:${line}:${column}`
  const name = original?.function ?? call.function
  return name === undefined ? `    at ${place}` : `    at ${name} (${place})`
}
