// A path without the parts that differ each time: ids become `*`, including ids within names and before an extension.

/** Only this many characters of a path are read; nobody looks at more. */
const MAX_LENGTH = 2000

const OTHERS = [
  '[\\da-f]{8}-[\\da-f-]{20,40}', // a UUID
  '\\d{4}-\\d\\d-\\d\\d(?:T[\\d:.]+Z?)?', // a date
  '[a-z\\d]+'
].join('|')
// The pieces of a part of a path, the most special first. The groups match what is kept: escapes, versions, and names that end in a
// number.
const PIECES = new RegExp('((?:%[\\da-f]{2})+)|(v?\\d+(?:\\.\\d+)+(?![a-z\\d]))|' +
  `((?:utf|iso|sha|md|oauth|base|http)[-_]?\\d+(?:-\\d+)*(?![a-z\\d]))|${OTHERS}`, 'gi')
const OTHER = new RegExp(OTHERS, 'iy')
const LETTER = /[a-z]/i
const LETTER_OR_DIGIT = /[a-z\d]/i
// A base64 id of the URL alphabet has separators of its own.
const LONG = /^[\w-]{20,}$/
const NUMBER = /^\d+$/
const HEX = /^(?=.*\d)[\da-f]{8,}$|^[\da-f]{12,}$/i
const MIN_RANDOM = 8
const WORDS = /[A-Z]?(?=[a-z]*[aeiouy])[a-z]{3,}|(?=[A-Z]*[AEIOUY])[A-Z]{4,}(?![a-z])/g

/** In `/items/42/order-17.pdf`, for example, the numbers become `*`. */
export function pathPatternOf (path: string): string {
  return path.slice(0, MAX_LENGTH).split('/').map(partPattern).join('/')
}

/** Whether a part of an address is an id, and nothing else. */
export function isId (part: string): boolean {
  return partPattern(part) === '*'
}

function partPattern (part: string): string {
  if (!/\d/.test(part)) return HEX.test(part) ? '*' : part
  if (LONG.test(part) && isRandom(part)) return '*'
  let pattern = ''
  let end = 0
  PIECES.lastIndex = 0
  for (let found = PIECES.exec(part); found; found = PIECES.exec(part)) {
    pattern += part.slice(end, found.index)
    const kept = keptOf(found)
    const piece = kept ?? pieceAt(part, found.index)
    pattern += kept !== undefined || !isIdPiece(piece) ? piece : '*'
    PIECES.lastIndex = end = found.index + piece.length
  }
  return pattern + part.slice(end)
}

// A version or a name does not begin within a word. The expression itself does not look behind: older engines, which run the recorder and
// its rules, do not know that.
function keptOf ({ 1: escapes, 2: version, 3: name, index, input }: RegExpExecArray): string | undefined {
  const before = input.charAt(index - 1)
  return escapes ?? (LETTER_OR_DIGIT.test(before) ? undefined : version) ?? (LETTER.test(before) ? undefined : name)
}

function pieceAt (part: string, at: number): string {
  OTHER.lastIndex = at
  return OTHER.exec(part)?.[0] ?? ''
}

function isIdPiece (piece: string): boolean {
  return NUMBER.test(piece) || piece.includes('-') || HEX.test(piece) || isRandom(piece)
}

/** Whether most of it is not words, as in `dQw4w9WgXcQ`; `getUserV2` is words. */
function isRandom (text: string): boolean {
  return text.length >= MIN_RANDOM && /\d/.test(text) && text.replace(WORDS, '').replace(/[-_]/g, '').length > text.length / 2
}
