// The characters that a header of a rule may contain (RFC 9110 §5.5, §5.6.2). Node and browsers refuse all others.

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
// Latin-1, to which the platforms convert, without control characters.
const FIELD = /^[\t\x20-\x7e\x80-\xff]*$/

export function isHeaderName (text: string): boolean {
  return TOKEN.test(text)
}

/** The value of a header, or the reason of a status. */
export function isFieldText (text: string): boolean {
  return FIELD.test(text)
}
