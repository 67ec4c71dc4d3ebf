// A session as one HTML page that opens anywhere, piece by piece, so that nobody has to hold the whole of it. Without secrets, unless they are
// asked for: it is made to be passed on. Pure; the service, the command line and the page itself make it with this.
import { timeSpanOf, type TimeSpan } from '../exchange/time-span.js'
import { redactEntry } from '../redact/entry-redactor.js'
import type { Entry } from '../schema/entry.js'
import type { SavedAbout, SavedScreenshotFacts } from './about.js'
import { base64Lines, BLOCKS, CLOSE_BLOCK, DATA_PLACE, factsBlock, openBlock } from './blocks.js'
import { chooseScreenshots } from './screenshot-choice.js'

export interface SavedPageOptions {
  /** The page as it was built, with nothing in it. */
  template: string
  about: SavedAbout
  entries: AsyncIterable<Entry>
  /** What `savedText` makes of it, here or elsewhere. */
  textOf: (entry: Entry) => string | Promise<string>
  /** As gzip. It asks for a text when it has room for one, and ends them where nobody wants more. */
  gzip: (texts: AsyncIterable<string>) => AsyncIterable<Uint8Array>
  /** Those of the session; asked for behind the entries. */
  screenshots: () => Promise<readonly SavedScreenshotFacts[]>
  /** Undefined where it has gone meanwhile. */
  imageOf: (id: string) => Promise<Uint8Array | undefined>
}

export async function * savedPage ({ template, about, entries, textOf, gzip, screenshots, imageOf }: SavedPageOptions): AsyncGenerator<string> {
  const place = template.lastIndexOf(DATA_PLACE)
  if (place < 0) throw new Error('The template has no place for data')
  yield template.slice(0, place) + factsBlock(BLOCKS.about, about) + openBlock(BLOCKS.entries)
  const seen: Seen = { count: 0, span: undefined }
  yield * base64Lines(gzip(linesOf(entries, textOf, seen)))
  yield CLOSE_BLOCK
  const { chosen, leftOut } = chooseScreenshots(await screenshots(), about.isPart, seen.span)
  for (const { id, type, size, timestamp } of chosen) {
    const image = await imageOf(id)
    if (!image) continue
    yield openBlock(BLOCKS.screenshot, { id, type, size, timestamp } satisfies SavedScreenshotFacts)
    yield * base64Lines(only(image))
    yield CLOSE_BLOCK
  }
  yield factsBlock(BLOCKS.end, { entries: seen.count, leftOut }) + template.slice(place + DATA_PLACE.length)
}

/** An entry as it stands in a saved page. */
export function savedText (secrets: SavedAbout['secrets']): (entry: Entry) => string {
  return entry => JSON.stringify(secrets === 'keep' ? entry : redactEntry(entry))
}

interface Seen { count: number, span: TimeSpan | undefined }

async function * linesOf (entries: AsyncIterable<Entry>, textOf: SavedPageOptions['textOf'], seen: Seen): AsyncGenerator<string> {
  for await (const entry of entries) {
    const { fromMs, toMs } = timeSpanOf(entry)
    seen.count++
    seen.span = { fromMs: Math.min(fromMs, seen.span?.fromMs ?? fromMs), toMs: Math.max(toMs, seen.span?.toMs ?? toMs) }
    yield `${await textOf(entry)}\n`
  }
}

async function * only (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
