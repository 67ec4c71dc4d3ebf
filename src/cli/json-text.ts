// JSON as commands print it. On a terminal, invisible characters are written as escapes: the JSON means the same, and recorded text
// cannot control the terminal.
import { unseen } from '../text/visible.js'

/** For stdout, without a line feed at its end. */
export function jsonText (value: unknown): string {
  const json = JSON.stringify(value)
  return process.stdout.isTTY ? visibleJson(json) : json
}

/** In JSON, invisible characters can only stand within a string, where an escape means the same. */
export function visibleJson (json: string): string {
  return json.replace(UNSEEN, run => Array.from(run.split(''), unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))
}

const UNSEEN = unseen('[\\t\\n\\r]')
