// Decides whether two letters differ only in case, as a regular expression with the flag `i` does (ECMA-262, Canonicalize).

let table: Uint16Array | undefined

/** For each code unit, the code unit that represents both of its cases. Computed on first use. */
export function folds (): Uint16Array {
  table ??= Uint16Array.from({ length: 0x10000 }, (_, code) => fold(code))
  return table
}

export function foldedOf (text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => fold(text.charCodeAt(at)))
}

export function fold (code: number): number {
  const upper = String.fromCharCode(code).toUpperCase()
  return upper.length !== 1 || (code >= 0x80 && upper.charCodeAt(0) < 0x80) ? code : upper.charCodeAt(0)
}
