// Decodes the percent-encoding in a part of an address, for display only. Copied texts and filters keep the encoding as it was sent.

/** Characters whose meaning would change without the encoding stay encoded: `%2F` is not a slash. */
const MEANT = /^[\s;,/?:@&=+$#%]*$/

export function readable (text: string): string {
  return text.includes('%') ? text.replace(/(?:%[\da-f]{2})+/gi, decoded) : text
}

// Character by character, if it is valid UTF-8: a character that is cut off does not prevent decoding the others.
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
