// A part of an address as a person reads it: what was percent-encoded for the way is decoded. Only for the eye; copies and filters have it
// as sent.

/** What would mean something else without its `%` stays: `%2F` is no slash. */
const MEANT = /^[\s;,/?:@&=+$#%]*$/

export function readable (text: string): string {
  return text.includes('%') ? text.replace(/(?:%[\da-f]{2})+/gi, decoded) : text
}

// Letter by letter, as far as it is UTF-8: one that is cut off does not keep the others from being read.
function decoded (sequence: string): string {
  return sequence.replace(/%[0-7][\da-f]|%c[2-9a-f]%[89ab][\da-f]|%d[\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi, encoded => {
    try {
      const letter = decodeURIComponent(encoded)
      return MEANT.test(letter) ? encoded : letter
    } catch {
      return encoded
    }
  })
}
