// The format of the data in the HTML of a saved page: `<script>` elements with a type that no browser runs (blocks). The data is in base64,
// so that recorded text cannot end a block. Pure. The page finds the blocks by the names in BLOCKS.
import { toBase64 } from '../exchange/base64.js'

export const BLOCKS = { about: 'about', entries: 'entries', screenshot: 'screenshot', end: 'end', preview: 'preview' } as const

/** The placeholder for the data in the template. */
export const DATA_PLACE = '<!--data-->'

/** A multiple of three, so that every line of base64 can be read by itself; with its line feed a line is no longer than 64 KiB. */
export const LINE_BYTES = 48 * 1024 - 3

const TYPE = 'application/octet-stream'

export function openBlock (name: string, facts?: object): string {
  return `<script type="${TYPE}" class="${name}"${facts ? ` data-facts="${toBase64(bytesOf(facts))}"` : ''}>\n`
}

export const CLOSE_BLOCK = '</script>\n'

export function factsBlock (name: string, facts: object): string {
  return openBlock(name, facts) + CLOSE_BLOCK
}

/** Streams lines of base64, each as soon as its bytes are there. */
export async function * base64Lines (parts: AsyncIterable<Uint8Array>, base64: (bytes: Uint8Array) => string): AsyncGenerator<string> {
  let rest = new Uint8Array(0)
  for await (const part of parts) {
    let bytes = part
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + part.length)
      bytes.set(rest)
      bytes.set(part, rest.length)
    }
    let at = 0
    for (; at + LINE_BYTES <= bytes.length; at += LINE_BYTES) yield `${base64(bytes.subarray(at, at + LINE_BYTES))}\n`
    rest = bytes.slice(at)
  }
  if (rest.length > 0) yield `${base64(rest)}\n`
}

function bytesOf (facts: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(facts))
}
