// JSON as commands print it. On a terminal what cannot be seen is written by its numbers: the JSON says the same, and nothing that was
// recorded steers the terminal.
import { unseen } from '../text/visible.js'

/** For stdout, without a line feed at its end. */
export function jsonText (value: unknown): string {
  const json = JSON.stringify(value)
  return process.stdout.isTTY ? visibleJson(json) : json
}

/** Whatever is unseen in JSON stands within a text of it. */
export function visibleJson (json: string): string {
  return json.replace(UNSEEN, run => Array.from(run.split(''), unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))
}

const UNSEEN = unseen('[\\t\\n\\r]')
