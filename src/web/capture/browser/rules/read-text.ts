// Reads the body of a response as text. If it is longer than a limit, the caller gets all of it as a stream instead.

export interface ReadResult {
  /** undefined if the body is longer than the limit. */
  text: string | undefined
  /** The whole body, for another response. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Rejects as the page's own reading would. */
export async function readText (response: Response, limitBytes: number): Promise<ReadResult> {
  const reader = response.body?.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  if (!reader) return { text: '', body: new Uint8Array() }
  while (size <= limitBytes) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    size += value.length
  }
  if (size > limitBytes) return { text: undefined, body: rest(pieces, reader) }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return { text: new TextDecoder().decode(bytes), body: bytes }
}

function rest (
  pieces: Uint8Array<ArrayBuffer>[], reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull (controller) {
      const piece = pieces.shift() ?? (await reader.read()).value
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
    cancel: reason => reader.cancel(reason)
  }, { highWaterMark: 0 })
}
