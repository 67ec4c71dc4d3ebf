// Reads the data of a saved page from its own document, and removes it from there. If the file is cut off, everything before the cut is
// shown.
import { fromBase64 } from '../../../exchange/base64.js'
import { BLOCKS } from '../../../saved/blocks.js'
import type { SavedAbout, SavedEnd, SavedScreenshotFacts } from '../../../saved/about.js'
import type { Entry, FullEntry } from '../../../schema/entry.js'
import type { Message } from '../../../schema/message.js'
import type { Screenshot } from '../../../schema/screenshot.js'
import { entriesOf } from '../../feed/entry-lines.js'
import { replyText } from '../../feed/reply.js'

export interface SavedData {
  about: SavedAbout
  entries: Entry[]
  /** By the id of their entry. */
  messages: Map<string, Message[]>
  /** `url` is a blob URL. */
  screenshots: Screenshot[]
  /** The URL of the page that shows HTML bodies. */
  previewUrl: string
  /** How many screenshots had no room in the file. */
  leftOut: number
  /** Whether the end of the file is missing. */
  isCut: boolean
}

/** Undefined if the document contains no saved session. */
export async function readSaved (document: Document): Promise<SavedData | undefined> {
  const about = factsOf<SavedAbout>(document.querySelector(`.${BLOCKS.about}`))
  if (!about) return undefined
  const entries: Entry[] = []
  const messages = new Map<string, Message[]>()
  const isWhole = await readEntries(document, ({ messageList, ...entry }) => {
    entries.push(entry)
    if (messageList) messages.set(entry.id, messageList)
  })
  const screenshots = [...document.querySelectorAll(`.${BLOCKS.screenshot}`)].flatMap(screenshotOf)
  const end = factsOf<SavedEnd>(document.querySelector(`.${BLOCKS.end}`))
  const preview = taken(document, BLOCKS.preview)
  const previewUrl = URL.createObjectURL(new Blob([...bytesIn(preview)], { type: 'text/html' }))
  const isCut = !isWhole || end?.entries !== entries.length
  return { about, entries, messages, screenshots, previewUrl, leftOut: end?.leftOut ?? 0, isCut }
}

// Returns false if the data is cut off.
async function readEntries (document: Document, add: (line: FullEntry) => void): Promise<boolean> {
  const lines = bytesIn(taken(document, BLOCKS.entries))
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: controller => {
      const next = lines.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    }
  })
  try {
    for await (const some of entriesOf(replyText(new Response(source.pipeThrough(new DecompressionStream('gzip')))))) {
      for (const entry of some) add(entry)
    }
    return true
  } catch {
    return false
  }
}

function screenshotOf (block: Element): Screenshot[] {
  const facts = factsOf<SavedScreenshotFacts>(block)
  const text = block.textContent
  block.remove()
  if (!facts || !/^image\/[a-z]+$/.test(facts.type)) return []
  return [{ ...facts, url: URL.createObjectURL(new Blob([...bytesIn(text)], { type: facts.type })) }]
}

// Removed from the document: it is read only once, and may be tens of megabytes.
function taken (document: Document, name: string): string {
  const block = document.querySelector(`.${name}`)
  block?.remove()
  return block?.textContent ?? ''
}

// Decodes each line separately. The last one may have been cut anywhere.
function * bytesIn (text: string): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = text.indexOf('\n') + 1; at < text.length;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length - (text.length - at) % 4 : end)
    at = end < 0 ? text.length : end + 1
    if (line !== '') yield fromBase64(line)
  }
}

function factsOf<Facts> (block: Element | null): Facts | undefined {
  const text = block?.getAttribute('data-facts')
  return text ? JSON.parse(new TextDecoder().decode(fromBase64(text))) as Facts : undefined
}
