// A session as one HTML file that opens anywhere, the same as the viewer's own export. Screenshots are read one at a time.
import { readFile } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { savedLines, savedPage, savedTemplate } from '../saved/saved-page.js'
import type { FullEntry } from '../schema/entry.js'
import type { Screenshot } from '../schema/screenshot.js'
import { EXIT, Failure } from './failure.js'
import type { Service } from './service.js'
import { VERSION } from './version.js'

// The relative path is the same from src/cli and from dist/cli.
const TEMPLATE = new URL('../../dist/web/saved-page.html', import.meta.url)

export interface HtmlExport {
  service: Service
  session: string
  secrets: 'redact' | 'keep'
  /** Whether the export is only a part of the session. */
  isPart: boolean
}

export async function * htmlTexts (
  entries: AsyncIterable<FullEntry>, { service, session, secrets, isPart }: HtmlExport
): AsyncGenerator<string> {
  yield * savedPage({
    template: savedTemplate(await readTemplate()),
    base64: bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
    about: { version: VERSION, session, savedMs: Date.now(), isPart, secrets },
    ...savedLines(entries, secrets),
    gzip: texts => pipeline(Readable.from(texts), createGzip(), () => {}),
    screenshots: async () => await (await service.ask('/capture/screenshots', session)).json() as Screenshot[],
    imageOf: async ({ id }) => {
      const reply = await service.answer(`/capture/screenshots/${encodeURIComponent(id)}`, session, {})
      return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined
    }
  })
}

async function readTemplate (): Promise<string> {
  try {
    return await readFile(TEMPLATE, 'utf8')
  } catch {
    throw new Failure('The viewer is not built: run `npm run build`', EXIT.usage)
  }
}
