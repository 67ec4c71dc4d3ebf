// Saves the session as one HTML file, which is made on the page. This module is loaded when a person needs it.
import { savedLines, savedPage, savedTemplate } from '../../../../saved/saved-page.js'
import type { Entry } from '../../../../schema/entry.js'
import { BlobParts } from './blob-parts.js'
import { withMessages } from './full-entries.js'
import type { Session } from './session.js'

const VERSION = String(import.meta.env.VITE_VERSION)

/** Rejects with the service's error message, a sentence. */
export async function pageOf (session: Session, entries: AsyncIterable<Entry>, isPart: boolean, secrets: 'redact' | 'keep'): Promise<Blob> {
  const { id, api, screenshots } = session
  const pieces = savedPage({
    template: savedTemplate(await (await api.ask('GET', 'saved-page.html')).text()),
    about: { version: VERSION, session: id, savedMs: Date.now(), isPart, secrets },
    ...savedLines(withMessages(session, entries), secrets),
    gzip: gzipped,
    screenshots: async () => screenshots.peek(),
    imageOf: async ({ id }) => await imageOf(session, id)
  })
  const parts = new BlobParts()
  for await (const piece of pieces) parts.add(piece)
  return parts.blob('text/html')
}

async function imageOf ({ api }: Session, id: string): Promise<Uint8Array | undefined> {
  const reply = await api.ask('GET', `capture/screenshots/${encodeURIComponent(id)}`).catch(() => undefined)
  return reply && new Uint8Array(await reply.arrayBuffer())
}

// Compresses texts with the browser's gzip as they arrive.
async function * gzipped (texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
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
