// When two letters are the same but for their case: as an expression with the flag `i` takes them (ECMA-262, Canonicalize).

let table: Uint16Array | undefined

/** For each code unit the one that stands for it and its other case. Made when it is first needed. */
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
