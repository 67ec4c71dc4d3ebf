// Writes and reads HAR files on the page; loaded when a person needs it. It never builds one string of all entries.
import { createHarWriter } from '../../../../har/har-writer.js'
import { parseHar } from '../../../../har/recording.js'
import { startMsOf } from '../../../../exchange/outcome.js'
import type { Entry } from '../../../../schema/entry.js'
import type { Api } from './api.js'
import { BlobParts } from './blob-parts.js'

const VERSION = String(import.meta.env.VITE_VERSION)
/** Well below the default of BODY_LIMIT. */
const PART_CHARACTERS = 4_000_000
const PART_ENTRIES = 500

export async function harOf (entries: Iterable<Entry> | AsyncIterable<Entry>, title: string, secrets: 'redact' | 'keep'): Promise<Blob> {
  const writer = createHarWriter({ title, version: VERSION, secrets })
  const parts = new BlobParts()
  let isFirst = true
  for await (const entry of entries) {
    parts.add(isFirst ? writer.head(startMsOf(entry)) : writer.between)
    parts.add(writer.entry(entry))
    isFirst = false
  }
  if (isFirst) parts.add(writer.head(undefined))
  parts.add(writer.tail)
  return parts.blob('application/json')
}

/** Sends the file in parts that the service accepts. Resolves with how many entries were recorded and refused; rejects with a sentence. */
export async function importHar (file: Blob, api: Api): Promise<{ recorded: number, refused: number }> {
  const { log } = parseHar(await file.text())
  const { entries, ...rest } = log ?? {}
  let [recorded, refused] = [0, 0]
  for (const part of partsOf((entries ?? []).map(entry => JSON.stringify(entry)))) {
    const body = `{"log":{${JSON.stringify(rest).slice(1, -1) || '"version":"1.2"'},"entries":[${part.join(',')}]}}`
    const reply = await api.ask('POST', 'capture/har', body, { headers: { 'content-type': 'application/json' } })
    const { data } = await reply.json() as { data: ({ id: string } | { code: string })[] }
    const good = data.filter(one => 'id' in one).length
    recorded += good
    refused += data.length - good
  }
  return { recorded, refused }
}

function partsOf (texts: string[]): string[][] {
  const parts: string[][] = []
  let length = Infinity
  for (const text of texts) {
    if (length + text.length > PART_CHARACTERS || (parts.at(-1)?.length ?? 0) >= PART_ENTRIES) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(text)
    length += text.length
  }
  return parts
}
