// How data stands in the HTML of a saved page: blocks that no browser runs, in base64, so that nothing that an app sent can end one. Pure.
// The names are those that the page looks for.
import { toBase64 } from '../exchange/base64.js'

export const BLOCKS = { about: 'about', entries: 'entries', screenshot: 'screenshot', end: 'end', preview: 'preview' } as const

/** Where the template has room for the data. */
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

/** Lines of base64, each as soon as there are bytes for it. */
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
