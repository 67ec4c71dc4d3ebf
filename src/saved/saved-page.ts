// A session as one HTML page that opens anywhere, piece by piece, so that nobody has to hold the whole of it. Without secrets, unless they
// are asked for: it is made to be passed on. Pure; the service, the command line and the page itself make it with this.
import { toBase64 } from '../exchange/base64.js'
import { joinedSpan, timeSpanOf, type TimeSpan } from '../exchange/time-span.js'
import { redactEntry } from '../redact/entry-redactor.js'
import type { Entry } from '../schema/entry.js'
import type { SavedAbout, SavedScreenshotFacts } from './about.js'
import { base64Lines, BLOCKS, CLOSE_BLOCK, DATA_PLACE, factsBlock, openBlock } from './blocks.js'
import { chooseScreenshots } from './screenshot-choice.js'

export interface SavedPageOptions<Line extends string | Uint8Array, Half> {
  template: SavedTemplate<Half>
  about: SavedAbout
  /** The entries, each as `savedText` writes it, and a line feed. */
  lines: AsyncIterable<Line>
  /** What was written of them until now; asked for behind the last line. */
  written: Written
  /** As gzip. It asks for a line when it has room for one, and ends them where nobody wants more. */
  gzip: (lines: AsyncIterable<Line>) => AsyncIterable<Uint8Array>
  /** Those of the session; asked for behind the entries. */
  screenshots: () => Promise<readonly SavedScreenshotFacts[]>
  /** Undefined where it has gone meanwhile. */
  imageOf: (facts: SavedScreenshotFacts) => Promise<Uint8Array | undefined>
  /** Where the platform has one that is faster. */
  base64?: (bytes: Uint8Array) => string
}

/** The page as it was built, with nothing in it: what stands before the data, and behind it. */
export interface SavedTemplate<Half = string> { before: Half, after: Half }

export function savedTemplate (html: string): SavedTemplate {
  const place = html.lastIndexOf(DATA_PLACE)
  if (place < 0) throw new Error('The template has no place for data')
  return { before: html.slice(0, place), after: html.slice(place + DATA_PLACE.length) }
}

/** How many entries, and from when to when. */
export interface Written { count: number, span: TimeSpan | undefined }

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
export function savedText (secrets: SavedAbout['secrets']): (entry: Entry) => string {
  return entry => JSON.stringify(secrets === 'keep' ? entry : redactEntry(entry))
}

/** The lines of entries that are here, and what is written of them. */
export function savedLines (entries: AsyncIterable<Entry>, secrets: SavedAbout['secrets']): {
  lines: AsyncIterable<string>, written: Written
} {
  const written: Written = { count: 0, span: undefined }
  return { lines: linesOf(entries, savedText(secrets), written), written }
}

async function * linesOf (entries: AsyncIterable<Entry>, textOf: (entry: Entry) => string, written: Written): AsyncGenerator<string> {
  for await (const entry of entries) {
    written.count++
    written.span = joinedSpan(written.span, timeSpanOf(entry))
    yield `${textOf(entry)}\n`
  }
}

async function * only (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
