// Pushes of just under 8 MB, with different kinds of text. All pushes of a kind share the same memory, and a number makes each push unique.

export interface LargeBody {
  name: string
  /** In pieces, so that all pushes of a kind share memory. */
  bodyOf (n: number): Buffer[]
  /** The response that must be stored. */
  responseOf (n: number): Buffer
}

const BYTES = 8 * 1024 ** 2 - 1024

export const largeBodies = [
  large('ASCII', 'The quick brown fox. '),
  // Two bytes a character in memory, three on the wire.
  large('Chinese', '天地玄黄宇宙洪荒'),
  large('JSON in JSON', '{"name":"a\\"b","list":[1,2.5,null],"text":"line\\nline"},')
]

function large (name: string, piece: string): LargeBody {
  const escaped = JSON.stringify(piece).slice(1, -1)
  const count = Math.floor(BYTES / Buffer.byteLength(escaped))
  const [source, text] = [Buffer.from(escaped.repeat(count)), Buffer.from(piece.repeat(count))]
  return {
    name,
    bodyOf: n =>
      [Buffer.from(`{"api":"/large","method":"GET","requestId":"r-${n}","timeConsuming":1,"response":"[${n},`), source, Buffer.from('"}')],
    responseOf: n => Buffer.concat([Buffer.from(`[${n},`), text])
  }
}
