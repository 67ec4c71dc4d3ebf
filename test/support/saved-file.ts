// Reads a saved page without the code of the page.
import { gunzipSync } from 'node:zlib'
import type { SavedAbout, SavedEnd, SavedScreenshotFacts } from '../../src/saved/about.js'
import type { Entry } from '../../src/schema/entry.js'

export interface SavedFile {
  about: SavedAbout
  /** The decompressed text of all entries. */
  text: string
  entries: Entry[]
  screenshots: (SavedScreenshotFacts & { image: Buffer })[]
  end: SavedEnd
}

export function readSavedFile (html: string): SavedFile {
  const blocks = [...html.matchAll(/<script type="application\/octet-stream" class="(\w+)"(?: data-facts="([^"]*)")?>\n([^<]*)<\/script>/g)]
    .map(([, name, facts = '', base64 = '']) => ({
      name, facts: facts && JSON.parse(Buffer.from(facts, 'base64').toString()) as object, bytes: Buffer.from(base64, 'base64')
    }))
  const one = (name: string) => blocks.find(block => block.name === name)!
  const text = gunzipSync(one('entries').bytes).toString()
  return {
    about: one('about').facts as SavedAbout,
    text,
    entries: text.split('\n').filter(line => line !== '').map(line => JSON.parse(line) as Entry),
    screenshots: blocks.filter(({ name }) => name === 'screenshot')
      .map(({ facts, bytes }) => ({ ...facts as SavedScreenshotFacts, image: bytes })),
    end: one('end').facts as SavedEnd
  }
}
