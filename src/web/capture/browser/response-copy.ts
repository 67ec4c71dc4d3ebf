// Reads a copy of a response up to a limit, and lets go of it where nothing comes any more.
import type { BodyRecord } from '../core/body.js'
import { bytesRecord, textRecord, isTextual } from './binary.js'
import { afterPatience } from './patience.js'

const IDLE_MS = 2000

export async function readCopy (copy: Response, type: string, limitBytes: number): Promise<BodyRecord> {
  const length = Number(copy.headers.get('content-length') ?? NaN)
  // Cheaper than piece by piece.
  if (length <= limitBytes && isTextual(type)) return textRecord(await copy.text(), limitBytes)
  if (!copy.body) return { text: '' }
  const { pieces, bytes, whole } = await readPieces(copy.body.getReader(), limitBytes)
  const wholeBytes = whole ? bytes : Math.max(bytes + 1, length || 0)
  return bytesRecord(joinedBytes(pieces, Math.min(bytes, limitBytes)), type, limitBytes, wholeBytes)
}

async function readPieces (reader: ReadableStreamDefaultReader<Uint8Array>, limitBytes: number) {
  const read = { pieces: [] as Uint8Array[], bytes: 0, whole: true }
  // What is read at this moment ends by it.
  const cancel = () => {
    read.whole = false
    reader.cancel().catch(() => {})
  }
  for (;;) {
    const arrived = afterPatience(cancel, IDLE_MS)
    const { done, value } = await reader.read()
    arrived()
    if (done) return read
    read.pieces.push(value)
    read.bytes += value.length
    if (read.bytes > limitBytes) cancel()
  }
}

function joinedBytes (pieces: Uint8Array[], length: number): Uint8Array {
  const [first] = pieces
  if (first && pieces.length === 1) return first.subarray(0, length)
  const joined = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    joined.set(piece.subarray(0, length - at), at)
    at += Math.min(piece.length, length - at)
  }
  return joined
}
