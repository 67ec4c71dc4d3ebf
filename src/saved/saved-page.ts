// A session as one HTML page that opens anywhere, piece by piece, so that it never has to be in memory as a whole. Secrets are replaced
// unless the caller keeps them, because people share these files. Pure; used by the service, the command line and the page itself.
import { toBase64 } from '../exchange/base64.js'
import { joinedSpan, timeSpanOf, type TimeSpan } from '../exchange/time-span.js'
import { redactEntry } from '../redact/entry-redactor.js'
import type { FullEntry } from '../schema/entry.js'
import type { SavedAbout, SavedScreenshotFacts } from './about.js'
import { base64Lines, BLOCKS, CLOSE_BLOCK, DATA_PLACE, factsBlock, openBlock } from './blocks.js'
import { chooseScreenshots } from './screenshot-choice.js'

export interface SavedPageOptions<Line extends string | Uint8Array, Half> {
  template: SavedTemplate<Half>
  about: SavedAbout
  /** The entries, each as `savedText` writes it, followed by a line feed. */
  lines: AsyncIterable<Line>
  /** The count and time span of the entries so far; read after the last line. */
  written: SavedFigures
  /** Compresses the lines with gzip. Back-pressure: it reads a line only if it has room, and stops the lines if its consumer stops. */
  gzip: (lines: AsyncIterable<Line>) => AsyncIterable<Uint8Array>
  /** The session's screenshots; requested after the entries. */
  screenshots: () => Promise<readonly SavedScreenshotFacts[]>
  /** Undefined if the screenshot was deleted meanwhile. */
  imageOf: (facts: SavedScreenshotFacts) => Promise<Uint8Array | undefined>
  /** A faster implementation, if the platform has one. */
  base64?: (bytes: Uint8Array) => string
}

/** The built page without data: the part before the data, and the part after it. */
export interface SavedTemplate<Half = string> { before: Half, after: Half }

export function savedTemplate (html: string): SavedTemplate {
  const place = html.lastIndexOf(DATA_PLACE)
  if (place < 0) throw new Error('The template has no place for data')
  return { before: html.slice(0, place), after: html.slice(place + DATA_PLACE.length) }
}

/** The count of the entries, and their time span. */
export interface SavedFigures { count: number, span: TimeSpan | undefined }

export async function * savedPage<Line extends string | Uint8Array, Half> (
  options: SavedPageOptions<Line, Half>
): AsyncGenerator<string | Half> {
  const { template, about, lines, written, gzip, screenshots, imageOf, base64 = toBase64 } = options
  yield template.before
  yield factsBlock(BLOCKS.about, about) + openBlock(BLOCKS.entries)
  yield * base64Lines(gzip(lines), base64)
  yield CLOSE_BLOCK
  const { chosen, leftOut } = chooseScreenshots(await screenshots(), about.isPart, written.span)
  for (const facts of chosen) {
    const image = await imageOf(facts)
    if (!image) continue
    const { id, type, size, timestamp } = facts
    yield openBlock(BLOCKS.screenshot, { id, type, size, timestamp } satisfies SavedScreenshotFacts)
    yield * base64Lines(only(image), base64)
    yield CLOSE_BLOCK
  }
  yield factsBlock(BLOCKS.end, { entries: written.count, leftOut })
  yield template.after
}

/** An entry as it stands in a saved page. */
export function savedText (secrets: SavedAbout['secrets']): (entry: FullEntry) => string {
  return entry => JSON.stringify(secrets === 'keep' ? entry : redactEntry(entry))
}

/** The lines of the given entries, and the count and time span of those that were read so far. */
export function savedLines (entries: AsyncIterable<FullEntry>, secrets: SavedAbout['secrets']): {
  lines: AsyncIterable<string>, written: SavedFigures
} {
  const written: SavedFigures = { count: 0, span: undefined }
  return { lines: linesOf(entries, savedText(secrets), written), written }
}

async function * linesOf (
  entries: AsyncIterable<FullEntry>, textOf: (entry: FullEntry) => string, written: SavedFigures
): AsyncGenerator<string> {
  for await (const entry of entries) {
    written.count++
    written.span = joinedSpan(written.span, timeSpanOf(entry))
    yield `${textOf(entry)}\n`
  }
}

async function * only (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
