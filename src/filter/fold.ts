// When two letters are the same but for their case: as an expression with the flag `i` takes them (ECMA-262, Canonicalize).

const folded = new Uint16Array(0x10000)

export function fold (code: number): number {
  const known = folded[code]
  if (known) return known
  const found = foldedCode(code)
  folded[code] = found
  return found
}

export function foldedOf (text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => fold(text.charCodeAt(at)))
}

function foldedCode (code: number): number {
  const upper = String.fromCharCode(code).toUpperCase()
  return upper.length !== 1 || (code >= 0x80 && upper.charCodeAt(0) < 0x80) ? code : upper.charCodeAt(0)
}
