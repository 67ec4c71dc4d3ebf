// Reads a copy of a response up to a limit, and lets go of it where nothing comes any more.
import type { BodyRecord } from '../core/body.js'
import { bytesRecord, textRecord, isTextual } from './binary.js'
import { later, never } from './natives.js'

const IDLE_MS = 2000

export async function readCopy (copy: Response, type: string, limitBytes: number): Promise<BodyRecord> {
  const length = Number(copy.headers.get('content-length') ?? NaN)
  // Cheaper than piece by piece.
  if (length <= limitBytes && isTextual(type)) return textRecord(await copy.text(), limitBytes)
  if (!copy.body) return { text: '' }
  const reader = copy.body.getReader()
  const pieces: Uint8Array[] = []
  let bytes = 0
  let whole = false
  while (bytes <= limitBytes) {
    const read = await orIdle(reader.read())
    if (!read || read.done) {
      whole = read?.done ?? false
      break
    }
    pieces.push(read.value)
    bytes += read.value.length
  }
  if (!whole) reader.cancel().catch(() => {})
  const wholeBytes = whole ? bytes : Math.max(bytes + 1, length || 0)
  return bytesRecord(joinedBytes(pieces, Math.min(bytes, limitBytes)), type, limitBytes, wholeBytes)
}

function orIdle<Value> (promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = later(() => resolve(undefined), IDLE_MS)
    promise.then(resolve, reject).finally(() => never(timer))
  })
}

function joinedBytes (pieces: Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    joined.set(piece.subarray(0, length - at), at)
    at += Math.min(piece.length, length - at)
  }
  return joined
}
