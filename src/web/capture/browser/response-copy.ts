// Reads a copy of a response or a request up to a limit. Cancels the copy if no data arrives for a while, or if the request is aborted.
import type { BodyRecord } from '../core/body.js'
import type { Host } from '../core/host.js'
import { blobRecord, textRecord, isTextual } from './binary.js'

const IDLE_MS = 2000

export async function readCopy (
  copy: Response | Request, type: string, limitBytes: number, host: Pick<Host, 'setTimer'>, signal?: AbortSignal
): Promise<BodyRecord> {
  const length = Number(copy.headers.get('content-length') ?? NaN)
  // Cheaper than reading it in pieces.
  if (length <= limitBytes && isTextual(type)) return textRecord(await copy.text(), limitBytes)
  // Firefox has no `body` of requests.
  if ((copy.body as unknown) === undefined) return await blobRecord(await copy.blob(), type, limitBytes)
  if (!copy.body) return { text: '' }
  const { pieces, bytes, whole } = await readPieces(copy.body.getReader(), limitBytes, host, signal)
  const wholeBytes = whole ? bytes : Math.max(bytes + 1, length || 0)
  return await blobRecord(new Blob(pieces), type, limitBytes, wholeBytes)
}

async function readPieces (
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, limitBytes: number, host: Pick<Host, 'setTimer'>,
  signal: AbortSignal | undefined
) {
  const read = { pieces: [] as Uint8Array<ArrayBuffer>[], bytes: 0, whole: true }
  // Also ends a read that is pending.
  const cancel = () => {
    read.whole = false
    reader.cancel().catch(() => {})
  }
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  for (;;) {
    const stopTimer = host.setTimer(cancel, IDLE_MS)
    const { done, value } = await reader.read()
    stopTimer()
    if (done) return read
    read.pieces.push(value)
    read.bytes += value.length
    if (read.bytes > limitBytes) cancel()
  }
}
