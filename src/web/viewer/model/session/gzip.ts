// Texts, compressed as they come, by the browser.

export async function * gzipped (texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const from = texts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async controller => {
      const next = await from.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    }
  })
  const reader = source.pipeThrough(new CompressionStream('gzip')).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}
