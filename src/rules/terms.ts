// Terms of a filter that mean a text literally, whatever its characters.
import type { KeyName } from '../filter/keys.js'
import type { Query } from '../filter/query.js'

/** `exact`: it is the whole text; else it stands somewhere in it, or at its beginning, as the key compares. */
export function literalTerm (key: KeyName, text: string, { exact = false } = {}): Query {
  return { type: 'key', key, values: [{ type: PLAIN.test(text) ? 'word' : 'quoted', text, exact }] }
}

/** `pattern`: with `*` for anything; only characters that mean themselves beside it. */
export function patternTerm (key: KeyName, pattern: string): Query {
  return { type: 'key', key, values: [{ type: 'word', text: pattern, exact: false }] }
}

export function isPlain (text: string): boolean {
  return PLAIN.test(text)
}

// All others are quoted: they could be read as a part of the language, or could look like a mistake in it, as `/:id` does, the placeholder
// of other languages.
const PLAIN = /^(?:[\w.:@%+~;!$&'-]|\/(?!:))*$/
